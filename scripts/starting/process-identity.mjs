import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns a text that identifies one run of a process: its id and start time, since ids are reused. Undefined if the
 * process doesn't run; one that has ended but is still listed for its parent counts as not running.
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
    // The fields follow the name, which is in parentheses: the state is the first, the start time the twentieth.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { state: fields[0], beginning: `${bootId} ${fields[19]}` };
  } catch {
    // Not Linux: ask the system's own tool.
    const answer =
      spawnSync('ps', ['-p', String(pid), '-o', 'stat=,lstart='], { encoding: 'utf8' }).stdout ?? '';
    const [state = '', ...beginning] = answer.trim().split(/\s+/);
    return { state: state.charAt(0), beginning: beginning.join(' ') };
  }
}
