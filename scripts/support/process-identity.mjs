import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A text that belongs to one run of one process: its number, and when it began, since numbers are used again.
 * Undefined when no such process runs.
 */
export function processIdentity(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return undefined;
  }
  return `${pid} ${beginning(pid)}`;
}

function beginning(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    // No Linux: ask the system's own tool.
    return spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
}
