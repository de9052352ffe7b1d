import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A text that belongs to one run of one process: its number, and when it began, since numbers are used again.
 * Undefined when no such process runs; one that has ended, and whose parent has not noticed, does not run.
 */
export function processIdentity(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return undefined;
  }
  const { state, beginning } = statusOf(pid);
  return state === 'Z' ? undefined : `${pid} ${beginning}`;
}

function statusOf(pid) {
  try {
    // After the name, in brackets: the state is the first field, the time it began the twentieth.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { state: fields[0], beginning: `${bootId} ${fields[19]}` };
  } catch {
    // No Linux: ask the system's own tool.
    const answer =
      spawnSync('ps', ['-p', String(pid), '-o', 'stat=,lstart='], { encoding: 'utf8' }).stdout ?? '';
    const [state = '', ...beginning] = answer.trim().split(/\s+/);
    return { state: state.charAt(0), beginning: beginning.join(' ') };
  }
}
