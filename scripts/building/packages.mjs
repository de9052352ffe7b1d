import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runQuietly } from './run-quietly.mjs';

/** npm's own record of node_modules, written when an installation is complete. */
const installedRecord = join('node_modules', '.package-lock.json');

/**
 * Returns whether every package of package-lock.json is installed in its version. Packages for other platforms may be
 * missing, and so may development packages unless they are wanted.
 */
export function packagesAreInstalled({ development }) {
  const installed = packagesOf(installedRecord);
  return Object.entries(packagesOf('package-lock.json')).every(([path, wanted]) => {
    if (path === '' || wanted.link || wanted.optional || wanted.devOptional || wanted.peer) return true;
    if (wanted.dev && !development) return true;
    return installed[path]?.version === wanted.version;
  });
}

/**
 * Installs exactly the packages of package-lock.json. Development tools that are installed stay, in the right version.
 */
export async function installPackages({ development }) {
  const hasDevelopment = Object.values(packagesOf(installedRecord)).some((found) => found.dev);
  const extent = development || hasDevelopment ? '--include=dev' : '--omit=dev';
  // No package needs its install script, and starting a workspace should not run strangers' code. Not `npm ci`: it
  // rejects a lock file made where the registry lacks the packages of some other platform.
  const args = [
    'install',
    '--no-save',
    extent,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { program, first } = npm();
  await runQuietly('npm install', program, [...first, ...args]);
}

/** npm is a script: the one that started us, or else the one that came with this Node.js. */
function npm() {
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const script = [process.env.npm_execpath, beside].find(
    (path) => path?.endsWith('npm-cli.js') && existsSync(path),
  );
  return script ? { program: process.execPath, first: [script] } : { program: 'npm', first: [] };
}

function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return {};
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
}
