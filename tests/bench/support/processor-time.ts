import { readdir, readFile } from 'node:fs/promises';

/** Ticks of the processor per second, as Linux counts them for programs. */
const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  /** Of the process itself, in ticks. */
  own: number;
  /** Of its children that have ended, in ticks. */
  ofEnded: number;
}

/**
 * The processor time of a process and of its children, those that have ended included, in milliseconds. Reads Linux's
 * `/proc`.
 */
export async function processorMs(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  let ticks = 0;
  for (const each of pids) {
    const stat = await statOf(each);
    if (each === pid && stat !== null) ticks += stat.own + stat.ofEnded;
    else if (stat?.parent === pid) ticks += stat.own + stat.ofEnded;
  }
  return (ticks * 1000) / TICKS_PER_SECOND;
}

/** Null if it has ended. */
async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name stands in parentheses, and may contain some itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return null;
  const at = (field: number) => Number(fields[field - 3]);
  return { parent: at(4), own: at(14) + at(15), ofEnded: at(16) + at(17) };
}

/** The resident memory of a process at the moment, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
