import { spawnSync } from 'node:child_process';
import { runQuietly } from '../building/run-quietly.mjs';

/** Without a network, `apt-get` would try again for minutes. Another one that is at work is waited for. */
const options = [
  '-o',
  'Acquire::Retries=0',
  '-o',
  'Acquire::http::Timeout=15',
  '-o',
  'DPkg::Lock::Timeout=300',
];

/** Returns whether this machine has Debian's packages, and this user may install them. */
export const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined;

let updated;

/** Fetches the lists of packages, once. */
export function updatePackages() {
  updated ??= runQuietly('apt-get update', 'apt-get', [...options, 'update']);
  return updated;
}

export const installPackage = (...names) =>
  runQuietly(
    'apt-get install',
    'apt-get',
    [...options, 'install', '-y', '--no-install-recommends', ...names],
    {
      DEBIAN_FRONTEND: 'noninteractive',
    },
  );

/** Returns where a program is; undefined if it isn't installed. */
export function onPath(name) {
  const answer = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}
