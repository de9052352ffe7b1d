import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { runs, ScriptHost, titleOf } from './running';

const host = new ScriptHost();
afterEach(() => expect(host.complaints()).toEqual([]));
afterAll(() => host.close());

describe.runIf(runs('python'))(titleOf('python', 'a Python script on the worker'), () => {
  test('gets its arguments, and its JSON is the result', async () => {
    const code = `
import argparse, json, os
p = argparse.ArgumentParser()
p.add_argument("name")
p.add_argument("--n", type=int, default=1)
a = p.parse_args()
print("working", os.getcwd())
print(json.dumps([{"name": a.name, "n": a.n, "rate": 12345678901234567890.5}]))
`;
    const { tables, errors, log, metadata } = await host.run({ 'jobs/greet.py': code }, 'greet', {
      name: '-x; ls',
      n: 3,
    });
    expect(errors).toEqual([]);
    expect(tables).toMatchObject([
      { columns: ['name', 'n', 'rate'], rows: [['-x; ls', 3, expect.anything()]] },
    ]);
    expect(log[0]).toEqual({ level: 'info', message: 'working /repository' });
    expect(metadata.Commit).toMatch(/^[0-9a-f]{40}$/);
  });

  test('is called as a function with values of the types that it names, and returns all digits', async () => {
    const code = `
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path

class Level(Enum):
    LOW = "low"
    HIGH = "high"

@dataclass
class Address:
    street: str
    since: date

async def main(day: date, amount: Decimal, level: Level, tags: list[int], address: Address, out: Path = Path("x"), note: str | None = None):
    assert isinstance(out, Path) and not note
    return {"day": day, "amount": amount, "level": level, "sum": sum(tags), "year": address.since.year}
`;
    const values = {
      day: '2026-02-03',
      amount: '1234567890.12345678901',
      level: 'high',
      tags: [1, 2],
      address: { street: 'a', since: '2020-01-01' },
    };
    const { whole, errors } = await host.run({ 'f.py': code }, 'f', values);
    expect(errors).toEqual([]);
    expect(JSON.parse(whole?.text ?? '')).toEqual({
      day: '2026-02-03',
      amount: expect.any(Number),
      level: 'high',
      sum: 3,
      year: 2020,
    });
    expect(whole?.text).toContain('1234567890.12345678901');
  });

  test('reads variables, answers, an uploaded file, and the other files of the repository', async () => {
    const code = `
import argparse, os
from helpers.names import shout
p = argparse.ArgumentParser()
p.add_argument("src", type=argparse.FileType("r"))
a = p.parse_args()
print(shout(os.environ["TOKEN"]), os.environ["STAGE"], a.src.read(), open("data.txt").read().strip())
`;
    const files = {
      'main.py': code,
      'helpers/names.py': 'def shout(x):\n    return x.upper()\n',
      'data.txt': 'here\n',
    };
    const values = {
      src: `data:text/plain;name=a.txt;base64,${Buffer.from('up').toString('base64')}`,
      STAGE: 'live',
    };
    const { whole, errors } = await host.run(files, 'main', values, {
      connection: { dotenv: { TOKEN: 's3', STAGE: 'dev' } },
    });
    expect(errors).toEqual([]);
    expect(whole?.text).toBe('S3 dev up here\n');
    const asked = 'name = input("Name: ")\nage = int(input("Age: "))\nprint(f"{name} {age + 1}")\n';
    const answered = await host.run({ 'ask.py': asked }, 'ask', { name: 'Ann', age: 41 });
    expect(answered.whole?.text).toContain('Ann 42');
    const branch =
      'kind = input("Kind: ")\nif kind == "firm":\n    name = input("Firm: ")\nelse:\n    person = input("Person: ")\n    print("person", person)\n';
    const person = await host.run({ 'branch.py': branch }, 'branch', {
      kind: 'person',
      name: null,
      person: 'Ann',
    });
    expect(person.whole?.text).toContain('person Ann');
  });

  test('leaves its result in the file that PUSHBOARD_OUTPUT names: a picture, several tables, Markdown', async () => {
    const code = (body: string) => `import os\nout = os.environ["PUSHBOARD_OUTPUT"]\n${body}\n`;
    const picture = await host.run(
      { 'a.py': code('open(out + ".png", "wb").write(b"\\x89PNG\\r\\n")') },
      'a',
    );
    expect(picture.whole).toMatchObject({
      format: 'file',
      file: { name: 'result.png', contentType: 'image/png' },
    });
    const tables = await host.run(
      {
        'b.py': code(
          'for n in "ab":\n    open(f"{os.path.dirname(out)}/{n}.csv", "w").write(f"id,{n}\\n1,2\\n")',
        ),
      },
      'b',
    );
    expect(tables.tables.map(({ columns }) => columns)).toEqual([
      ['id', 'a'],
      ['id', 'b'],
    ]);
    const text = await host.run({ 'c.py': code('open(out, "w").write("# Title\\n\\nText")') }, 'c');
    expect(text.whole).toMatchObject({ format: 'markdown', text: '# Title\n\nText' });
  });

  test('fails with the last line of its traceback, and the line in the script; what it printed is kept', async () => {
    const code = 'print("half")\n\ndef f():\n    raise ValueError("unknown customer")\n\nf()\n';
    const { errors, whole } = await host.run({ 'jobs/bad.py': code }, 'bad');
    expect(errors).toMatchObject([
      { message: 'ValueError: unknown customer', where: 'jobs/bad.py, line 4', code: 'EXIT 1' },
    ]);
    expect(errors[0]?.detail).not.toContain('run_script.py');
    expect(whole?.text).toBe('half\n');
    const ended = await host.run({ 'exit.py': 'import sys\nsys.exit("no data for today")\n' }, 'exit');
    expect(ended.errors).toMatchObject([{ message: 'no data for today', code: 'EXIT 1' }]);
    const missing = await host.run({ 'm.py': 'import pandas_not_here\nprint(1)\n' }, 'm');
    expect(missing.errors).toMatchObject([{ hint: expect.stringContaining('needs pandas_not_here') }]);
  });

  test('is killed with all that it started when the run is stopped', async () => {
    const stop = new AbortController();
    const code =
      'import subprocess, time\nsubprocess.Popen(["sleep", "600"])\nprint("up", flush=True)\ntime.sleep(600)\n';
    const run = host.run(
      { 'endless.py': code },
      'endless',
      {},
      { signal: stop.signal, onLog: () => stop.abort() },
    );
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe.runIf(runs('r'))(titleOf('r', 'an R script on the worker'), () => {
  test('gets its arguments, prints a data frame, and answers questions', async () => {
    const code = `
args <- commandArgs(trailingOnly = TRUE)
n <- as.integer(args[1])
cat("n is", n, "\\n")
`;
    expect((await host.run({ 'a.R': code }, 'a', { n: 3 })).whole?.text).toBe('n is 3 \n');
    const main = 'main <- function() cat("run\\n")\nif (sys.nframe() == 0) main()\n';
    expect((await host.run({ 'm.R': main }, 'm')).whole?.text).toBe('run\n');
    const frame = 'd <- data.frame(id = 1:2, name = c("x", "y"), rate = c(1.5, NA))\nprint(d)\n';
    expect((await host.run({ 'b.R': frame }, 'b')).tables).toEqual([
      {
        columns: ['id', 'name', 'rate'],
        rows: [
          [1, 'x', 1.5],
          [2, 'y', null],
        ],
      },
    ]);
    const asked = 'name <- readline("Name: ")\ncat("Hello", name)\n';
    expect((await host.run({ 'c.R': asked }, 'c', { name: 'Ann' })).whole?.text).toContain('Hello Ann');
  });

  test('is called as a function, and its data frame is a table', async () => {
    const code =
      "#' Adds\nadd <- function(a, days = as.Date('2026-01-01')) data.frame(sum = a + 1:2, day = format(as.Date(days)))\n";
    const { tables, errors } = await host.run({ 'add.R': code }, 'add', { a: 1, days: '2026-05-06' });
    expect(errors).toEqual([]);
    expect(tables).toEqual([
      {
        columns: ['sum', 'day'],
        rows: [
          [2, '2026-05-06'],
          [3, '2026-05-06'],
        ],
      },
    ]);
  });

  test('has the values of its settings replaced', async () => {
    const code =
      '# which month\nmonth <- "2026-01"\ntop <- 3\nregions <- c("EU", "US")\ncat(month, top + 1, length(regions), "\\n")\n';
    const { whole, errors } = await host.run({ 's.R': code }, 's', {
      month: '2026-02',
      top: 10,
      regions: ['A', 'B', 'C'],
    });
    expect(errors).toEqual([]);
    expect(whole?.text).toBe('2026-02 11 3 \n');
  });

  test('has days replaced by days, and the fields of its settings', async () => {
    const code =
      'config <- list(host = "localhost", since = as.Date("2026-01-01"), tags = c("a", "b"))\nlast <- as.Date("2026-01-31")\ncat(config$host, format(config$since, "%d.%m."), format(last + 1, "%d.%m."), length(config$tags), "\\n")\n';
    const { whole, errors } = await host.run({ 'd.R': code }, 'd', {
      config$host: 'db',
      config$since: '2026-05-06',
      config$tags: [],
      last: '2026-02-28',
    });
    expect(errors).toEqual([]);
    expect(whole?.text).toBe('db 06.05. 01.03. 0 \n');
  });

  test('gets words by place before those with names', async () => {
    const code =
      'args <- commandArgs(TRUE)\nfor (arg in args[-1]) if (startsWith(arg, "rows=")) rows <- sub("rows=", "", arg)\nloud <- "--loud" %in% args\nfile <- args[1]\ncat(file, rows, loud, "\\n")\n';
    const { whole, errors } = await host.run({ 'w.R': code }, 'w', { file: 'a.csv', rows: 3, loud: true });
    expect(errors).toEqual([]);
    expect(whole?.text).toBe('a.csv 3 TRUE \n');
  });

  test('fails with the words of its error', async () => {
    const code = 'f <- function(x) stop("no data for ", x)\ncat("half\\n")\nf("today")\n';
    const { errors, whole } = await host.run({ 'bad.R': code }, 'bad');
    expect(errors).toMatchObject([{ message: 'no data for today (in f("today"))', code: 'EXIT 1' }]);
    expect(whole?.text).toBe('half\n');
  });
});
