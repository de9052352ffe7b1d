"""Runs a script in a job of GitHub Actions: python3 run_in_actions.py

The input "call" of the run says what to run, as JSON: its "rows" are described in call/invocation.ts. Secrets aren't in it, but marks in their places:
PUSHBOARD_SECRETS has them by key, and PUSHBOARD_VARIABLES has the variables of the repository's connection.
"""

import base64
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import threading

MARK = "\x01secret:"
OPTIONS = {"python": [sys.executable, "-X", "utf8"], "r": ["Rscript", "--vanilla"]}
DRIVERS = {"python": "run_script.py", "r": "run_script.R"}


def main():
    base = os.environ["PUSHBOARD_FOLDER"]
    with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as event:
        call = json.loads(json.load(event)["inputs"]["call"])
    secrets = json.loads(os.environ.pop("PUSHBOARD_SECRETS", "") or "{}")
    variables = json.loads(os.environ.pop("PUSHBOARD_VARIABLES", "") or "{}").get(call["language"], {})
    # GitHub hides them in its log from here on.
    for value in [*secrets.values(), *variables.values()]:
        for line in value.splitlines():
            if len(line) > 3:
                print(f"::add-mask::{line}", flush=True)
    rows = [opened(row, secrets) for row in call["rows"]]
    # Each of several rows has a copy of the repository, as if it ran alone.
    roots = [os.getcwd()] if len(rows) == 1 else [os.path.join(base, "rows", str(at)) for at in range(len(rows))]
    work = lambda at: run_row(base, at, roots[at], {**rows[at], "environment": {**variables, **rows[at]["environment"]}})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        codes = list(pool.map(work, range(len(rows))))
    # The job of a single script fails with it. Of several rows, each has its own end.
    sys.exit(0 if len(rows) > 1 or codes[0] == 0 else max(codes[0], 1))


def run_row(base, at, root, call):
    """Runs one row to its end, keeps what it left in outcome/{at}, and returns its exit code."""
    own = os.getcwd()
    if root != own:
        shutil.copytree(own, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    outcome, files = os.path.join(base, "outcome", str(at)), os.path.join(base, "files", str(at))
    output = os.path.join(outcome, "output")
    for folder in (files, output):
        os.makedirs(folder, exist_ok=True)
    for file in call["files"]:
        with open(os.path.join(files, file["name"]), "wb") as target:
            target.write(base64.b64decode(file["base64"]))
    call.update(root=root, files=files, names=[file["name"] for file in call["files"]], returned=os.path.join(outcome, "returned.json"))
    given = os.path.join(base, f"call-{at}.json")
    with open(given, "w", encoding="utf-8") as target:
        json.dump(call, target)
    environment = {**os.environ, "PUSHBOARD_OUTPUT": os.path.join(output, "result"), "PYTHONUNBUFFERED": "1"}
    command = [*OPTIONS[call["language"]], os.path.join(base, DRIVERS[call["language"]]), given]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    copies = [copied(process.stdout, sys.stdout.buffer, os.path.join(outcome, "stdout.txt")), copied(process.stderr, sys.stderr.buffer, os.path.join(outcome, "stderr.txt"))]
    try:
        process.stdin.write("".join(f"{each}\n" for each in call["answers"]).encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    code = process.wait()
    for copy in copies:
        copy.join()
    os.remove(given)
    with open(os.path.join(outcome, "outcome.json"), "w", encoding="utf-8") as target:
        json.dump({"exit_code": code}, target)
    return code


def opened(value, secrets):
    """The secrets in the place of their marks, wherever these stand in a text."""
    if isinstance(value, str):
        for key, secret in secrets.items():
            value = value.replace(f"{MARK}{key}\x01", secret)
        return value
    if isinstance(value, list):
        return [opened(each, secrets) for each in value]
    if isinstance(value, dict):
        return {name: opened(part, secrets) for name, part in value.items()}
    return value


def copied(source, shown, path):
    """Shows what comes, and keeps it, too."""

    def copy():
        with open(path, "wb") as target:
            for line in source:
                target.write(line)
                shown.write(line)
                shown.flush()

    thread = threading.Thread(target=copy)
    thread.start()
    return thread


if __name__ == "__main__":
    main()
