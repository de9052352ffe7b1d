import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs, ScriptHost, titleOf } from './running';

const host = new ScriptHost();
const outside = mkdtempSync(join(tmpdir(), 'outside-'));
const secret = join(outside, 'secret.txt');
const server = createServer((socket) => socket.end('reached'));
let port = 0;

beforeAll(async () => {
  writeFileSync(secret, 'ours');
  process.env.SECRET_OF_THE_WORKER = 'ours';
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  delete process.env.SECRET_OF_THE_WORKER;
  server.close();
  rmSync(outside, { recursive: true, force: true });
  await host.close();
});

/** Each tries something, and prints what it got; nothing of it may succeed. */
const attempts: [string, () => string][] = [
  ['a file of this machine', () => `open(${JSON.stringify(secret)}).read()`],
  ['the settings of Pushboard', () => `open(${JSON.stringify(join(process.cwd(), 'package.json'))}).read()`],
  ['the passwords of this machine', () => 'open("/etc/shadow").read() + open("/etc/passwd").read()'],
  ['the home folder', () => 'os.listdir("/root")'],
  [
    'the environment of the worker',
    () =>
      '"ours" if any(b"SECRET_OF_THE_WORKER" in open(f"/proc/{p}/environ", "rb").read() for p in os.listdir("/proc") if p.isdigit()) else 1/0',
  ],
  ['its own environment', () => 'os.environ["SECRET_OF_THE_WORKER"]'],
  [
    'processes of this machine',
    () =>
      `[p for p in os.listdir("/proc") if p.isdigit() and "vitest" in open(f"/proc/{p}/cmdline").read()][0]`,
  ],
  ['a server on this machine', () => `socket.create_connection(("127.0.0.1", ${port}), 2).recv(9)`],
  ['the metadata of a cloud', () => 'socket.create_connection(("169.254.169.254", 80), 1)'],
  ['a name server', () => 'socket.getaddrinfo("example.com", 80)'],
  ['signals to another process', () => `os.kill(${process.pid}, 9)`],
  ['tracing a process of this machine', () => `libc().ptrace(16, ${process.pid}, 0, 0) == 0 or 1/0`],
  ['mounting', () => 'libc().mount(b"none", b"/tmp", b"tmpfs", 0, b"") == 0 or 1/0'],
  ['another user namespace', () => 'libc().unshare(0x10000000) == 0 or 1/0'],
  ['the rights of root', () => 'os.setuid(0) or "root"'],
  [
    'a program with the rights of root',
    () => 'subprocess.run(["su", "-c", "id"], capture_output=True, check=True, timeout=5).stdout',
  ],
  ['writing to the repository', () => 'open("/repository/own.py", "w").write("x")'],
  ['writing to the system', () => 'open("/usr/bin/own", "w").write("x")'],
  ['writing outside of its folder', () => 'open("/own", "w").write("x")'],
  ['writing to what runs it', () => 'open("/pushboard/drivers/run_script.py", "a").write("x")'],
  ['leaving by the root of a process', () => `open(f"/proc/1/root${secret}").read()`],
  ['a device', () => 'open("/dev/mem", "rb").read(1) or open("/dev/sda", "rb").read(1)'],
  ['the settings of the kernel', () => 'open("/proc/sys/kernel/core_pattern", "w").write("|/tmp/x")'],
  ['more open files', () => 'resource.setrlimit(resource.RLIMIT_NOFILE, (100000, 100000)) or "more"'],
  ['more processes', () => 'resource.setrlimit(resource.RLIMIT_NPROC, (100000, 100000)) or "more"'],
  ['typing into a terminal', () => 'fcntl.ioctl(0, 0x5412, b"x")'],
];

const PRELUDE = `
import ctypes, fcntl, json, os, resource, socket, subprocess, sys
def libc():
    return ctypes.CDLL(None, use_errno=True)
def attempt(work):
    try:
        return str(work())[:80]
    except BaseException as error:
        return None
`;

describe.runIf(runs('python'))(titleOf('python', 'S45 a hostile script reaches nothing of ours'), () => {
  test('whatever it tries', async () => {
    const lines = attempts.map(([name, code]) => `    ${JSON.stringify(name)}: attempt(lambda: ${code()}),`);
    const code = `${PRELUDE}print(json.dumps({\n${lines.join('\n')}\n}))\n`;
    const { whole, errors } = await host.run({ 'own.py': code }, 'own');
    expect(errors).toEqual([]);
    const reached = Object.entries(JSON.parse(whole?.text ?? '{}') as Record<string, string | null>).filter(
      ([, got]) => got !== null,
    );
    expect(reached).toEqual([]);
    expect(attempts.length).toBeGreaterThanOrEqual(20);
  });

  test('not by a fork bomb', async () => {
    const code =
      'import os, time\nwhile True:\n    try:\n        if os.fork() == 0:\n            time.sleep(600)\n    except OSError:\n        time.sleep(600)\n';
    const { errors } = await host.run(
      { 'bomb.py': code },
      'bomb',
      {},
      { settings: { processes: 40, memoryBytes: 4_000_000_000 } },
    );
    expect(errors).toMatchObject([
      { code: 'PROCESSES', message: expect.stringContaining('more than 40 processes') },
    ]);
    expect(host.leftovers()).toEqual([]);
  });

  test.each([
    [
      'one process',
      'x = bytearray(900_000_000)\nfor i in range(0, len(x), 4096):\n    x[i] = 1\nprint("got it")\n',
    ],
    [
      'several processes',
      'import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        x = bytearray(100_000_000)\n        for i in range(0, len(x), 4096):\n            x[i] = 1\n        time.sleep(600)\ntime.sleep(600)\n',
    ],
  ])('not by taking memory in %s', async (_, code) => {
    const { errors, log } = await host.run(
      { 'memory.py': code },
      'memory',
      {},
      { settings: { memoryBytes: 300_000_000 } },
    );
    expect(errors).toMatchObject([{ code: 'MEMORY', message: expect.stringContaining('more than 300 MB') }]);
    expect(log).toEqual([]);
  });

  test('not by filling a disk', async () => {
    const code =
      'import os\nwith open("/tmp/large", "wb") as f:\n    for _ in range(1000):\n        f.write(b"x" * 1_000_000)\n';
    const { errors } = await host.run(
      { 'disk.py': code },
      'disk',
      {},
      { settings: { diskBytes: 20_000_000 } },
    );
    expect(errors[0]?.message).toMatch(/No space left on device|File too large/);
  });

  test('not by printing without end', async () => {
    const code = 'import sys\nfor _ in range(60):\n    sys.stdout.write("x" * 1_000_000)\n';
    const { whole, log } = await host.run({ 'flood.py': code }, 'flood');
    expect(whole?.bytes.length).toBeLessThanOrEqual(20_000_000);
    expect(log.at(-1)?.message).toContain('printed more than 20 MB');
  });

  test('not by links, pipes, and huge files where it leaves its result', async () => {
    const code = `import os\nfolder = os.path.dirname(os.environ["PUSHBOARD_OUTPUT"])\nos.symlink(${JSON.stringify(secret)}, folder + "/a.txt")\nos.symlink("/proc/1/environ", folder + "/b.txt")\nos.mkfifo(folder + "/c.txt")\nos.truncate(os.open(folder + "/d.bin", os.O_CREAT | os.O_WRONLY), 10**7)\nopen(folder + "/e.txt", "w").write("fine")\n`;
    const { whole, errors } = await host.run({ 'links.py': code }, 'links');
    expect(errors).toEqual([]);
    expect(whole?.text ?? '').not.toContain('ours');
  });

  test('not by a process group of its own, which would be alive after a stop in its first milliseconds', async () => {
    const group = 'import os\nprint(os.getpgrp())\n';
    // 0 is a group whose first process is outside of the sandbox.
    expect((await host.run({ 'group.py': group }, 'group')).whole?.text).toBe('0\n');
  });

  test('not by going on after its end, or ignoring that it was stopped', async () => {
    const code =
      'import os, signal, sys, time\nfor s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):\n    signal.signal(s, signal.SIG_IGN)\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        sys.stdout.close()\n        time.sleep(600)\n    os._exit(0)\nprint("up", flush=True)\nif os.environ.get("STAY") == "1":\n    time.sleep(600)\n';
    expect((await host.run({ 'stay.py': code }, 'stay')).whole?.text).toBe('up\n');
    const stop = new AbortController();
    const run = host.run(
      { 'stay.py': code },
      'stay',
      { STAY: '1' },
      { signal: stop.signal, onLog: () => stop.abort() },
    );
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(host.leftovers()).toEqual([]);
  });
});
