"""Sends a list of messages to a model until it has answered, and mends it in between.

    from agent_loop import answer, Refused
    messages = answer(messages, send)

`send(messages, max_tokens)` sends one request. It returns the model's message, or raises
Refused with the text of the error. `answer` returns the messages with the answer as the last one.
It raises Refused where nothing that a loop can do helps: after an error that a smaller history
does not cure, or after three recoveries. As a program it takes a JSON array of
messages on standard input, and a command that sends them as agent-loop.sh has it:

    python3 agent_loop.py COMMAND [ARG...] <messages.json
"""
import json
import os
import subprocess
import sys
import time

WAITS, CONTINUED = 6, 2  # how often a loop waits, and asks for the rest of an answer


class Refused(Exception):
    """A request failed. The text is what the API or the client said, with headers or without."""


def answer(messages, send, max_tokens=None, max_tokens_cap=None, max_payload=None, spill_dir=None):
    spill = ["--spill-dir", spill_dir] if spill_dir else ["--no-spill"]
    payload = ["--max-payload", str(max_payload)] if max_payload else []
    waits = raised = continued = 0
    verdicts = []  # since the model's last answer, as records of a transcript
    while True:
        messages = filtered(messages, "tr-microcompact", *spill)
        messages = filtered(messages, "tr-budget", *spill)
        messages = filtered(messages, "tr-pair")
        if payload:
            messages = filtered(messages, "tr-recover", *payload, *spill)
        try:
            message = send(messages, max_tokens)
        except Refused as error:
            text = str(error) or "unexpected EOF: the request failed and said nothing"
            verdict = run("tr-classify", messages + verdicts, "--only", "--error", text)[-1]
            verdicts.append({"type": "classification", "classification": verdict})
            if verdict["action"] not in ("wait", "retry"):
                messages = run("tr-recover", messages + verdicts, *spill, *payload, error=error)
                continue
            if waits == WAITS:
                raise
            seconds = verdict["retry_after_s"]
            time.sleep(2**waits if seconds is None else seconds)
            waits += 1
            continue
        verdict = cut(message, max_tokens, max_tokens_cap, raised + 1)
        if verdict.get("next_max_tokens"):
            max_tokens = verdict["next_max_tokens"]
            raised += 1
            continue
        messages, verdicts = messages + [message], []
        if not verdict or continued == CONTINUED:
            return messages
        continued += 1
        messages = run("tr-recover", messages, "--continue")


def cut(message, max_tokens, cap, attempt):
    """Returns the verdict on an answer that was cut at its limit, {} for any other."""
    limits = [f"--max-tokens={max_tokens or 0}", f"--max-tokens-cap={cap or 0}", f"--attempt={attempt}"]
    verdicts = run("tr-classify", [message], "--only", *limits)
    return verdicts[-1] if verdicts and verdicts[-1]["class"] == "output_truncated" else {}


def filtered(messages, *command):
    """Returns what a filter makes of messages. Damage that it leaves is no failure."""
    return run(*command[:1], messages, *command[1:], most=1)


def run(tool, messages, *options, most=0, error=None):
    """Runs a filter over messages. If its status is over most, error is raised, from what it says."""
    lines = "".join(json.dumps(m) + "\n" for m in messages)
    ran = subprocess.run([tool, "-q", *options], input=lines, capture_output=True, encoding="utf-8")
    if not 0 <= ran.returncode <= most:
        said = RuntimeError(ran.stderr.strip() or f"{tool}: exit status {ran.returncode}")
        if error:
            raise error from said
        raise said
    return [json.loads(line) for line in ran.stdout.splitlines()]


def command_line(argv):
    """Returns a send that runs a command as agent-loop.sh does."""

    def send(messages, max_tokens):
        lines = "".join(json.dumps(m) + "\n" for m in messages)
        env = dict(os.environ, **({"MAX_TOKENS": str(max_tokens)} if max_tokens else {}))
        ran = subprocess.run(argv, input=lines, capture_output=True, encoding="utf-8", env=env)
        if ran.returncode != 0:
            raise Refused(ran.stderr + ran.stdout)
        return json.loads(ran.stdout)

    return send


def main(argv):
    limits = (int(os.environ[name]) if name in os.environ else None for name in ("MAX_TOKENS", "MAX_TOKENS_CAP"))
    try:
        messages = answer(json.load(sys.stdin), command_line(argv), *limits, os.environ.get("TR_MAX_PAYLOAD"))
    except (Refused, RuntimeError) as error:
        print(f"agent_loop: {error.__cause__ or ''} {error}".rstrip(), file=sys.stderr)
        return 1
    json.dump(messages, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
