import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A cluster's state by its lock file: no server, or a server in this state. */
export type ServerState =
  | { running: false }
  | {
      running: true;
      pid: number;
      port: number;
      /** Where its socket file is; empty if it doesn't have one. */
      socketFolder: string;
      ready: boolean;
      stopping: boolean;
    };

/**
 * Reads `postmaster.pid` of a cluster: the process id on line 1, the port on line 4, the folder of the socket file on line 5,
 * the state on line 8.
 */
export function serverState(cluster: string): ServerState {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return { running: false };
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (Number.isNaN(pid) || !isPostgres(pid)) return { running: false };
  const word = lines[7]?.trim();
  return {
    running: true,
    pid,
    port: Number.parseInt(lines[3] ?? '', 10),
    socketFolder: lines[4]?.trim() ?? '',
    ready: word === 'ready',
    stopping: word === 'stopping',
  };
}

/** After a crash, the process id in the lock file may belong to another program, or to none. */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // We may not signal another user's process, but it exists.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  if (process.platform === 'win32') return true;
  const { name, state } = statusOf(pid);
  return name.includes('postgres') && state !== 'Z';
}

function statusOf(pid: number): { name: string; state: string } {
  try {
    const [, name = '', state = ''] = /\((.*)\) (.)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, state };
  } catch {
    // Not Linux: ask the system's own tool.
    const answer =
      spawnSync('ps', ['-p', String(pid), '-o', 'stat=,comm='], { encoding: 'utf8' }).stdout ?? '';
    const [state = '', ...name] = answer.trim().split(/\s+/);
    return { name: name.join(' '), state: state.charAt(0) };
  }
}
