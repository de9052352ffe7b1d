import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The processes of a Pushboard that can run out of memory. */
export interface Processes {
  web: number;
  worker: number;
}

/** Finds web and worker among the descendants of the process that started them. */
export async function processesOf(startedByPid: number): Promise<Processes> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, ...args]) => ({ pid: Number(pid), parent: Number(parent), args: args.join(' ') }));
  const descendants = new Set([startedByPid]);
  // A child may be listed before its parent.
  for (let known = 0; known < descendants.size; ) {
    known = descendants.size;
    for (const { pid, parent } of all) if (descendants.has(parent)) descendants.add(pid);
  }
  const find = (what: RegExp): number => {
    const found = all.find(({ pid, args }) => descendants.has(pid) && what.test(args));
    if (found === undefined) throw new Error(`No process matches ${what}`);
    return found.pid;
  };
  return { web: find(/next-server|next\/dist\/bin\/next/), worker: find(/\.build\/worker\.mjs/) };
}

/** The peak resident memory of a process, in MB; null if it no longer runs. Reads Linux's `/proc`. */
export async function peakMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}

/** The disk usage of a folder, in MB. */
export async function diskMb(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sm', folder]);
  return Number.parseInt(stdout, 10);
}
