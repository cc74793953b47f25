// A small generator of random numbers with a seed: the samples are the same in
// every run.
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (n) => Math.floor(next() * n);
  return {
    int,
    between: (from, to) => from + int(to - from + 1),
    of: (list) => list[int(list.length)],
    text: (alphabet, n) => Array.from({ length: n }, () => alphabet[int(alphabet.length)]).join(""),
  };
}

// lines joins n lines.
export const lines = (n, line) => Array.from({ length: n }, (_, i) => line(i)).join("\n") + "\n";
