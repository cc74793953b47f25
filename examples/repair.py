"""Repairs a list of messages before it is sent: a bare "messages" array in, a
repaired one out.

    python3 repair.py <messages.json
"""
import json
import subprocess
import sys


def repaired(messages):
    """Returns the messages with exactly one result for every tool call."""
    lines = "".join(json.dumps(m) + "\n" for m in messages)
    run = subprocess.run(["tr-pair", "--quiet"], input=lines, capture_output=True, text=True)
    if run.returncode > 1:  # 1: an error is left that nobody can repair
        raise RuntimeError(run.stderr.strip())
    return [json.loads(line) for line in run.stdout.splitlines()]


if __name__ == "__main__":
    json.dump(repaired(json.load(sys.stdin)), sys.stdout)
    print()
