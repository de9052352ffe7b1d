import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runQuietly } from './run-quietly.mjs';

/** The first has no window to draw, which saves a tenth of the journeys' time; Playwright's own is built like it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const fixedPlaces = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Returns the browser for the journeys: CHROMIUM_PATH, an installed one, or one that this installs. Undefined for
 * Playwright's own, which Playwright finds itself.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const found = installedChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    try {
      await runQuietly('apt-get update', 'apt-get', ['update']);
      return await aptInstalled('chromium-headless-shell').catch(() => aptInstalled('chromium'));
    } catch (error) {
      console.log(`      ${error.message.split('\n').at(-1)}; asking Playwright for its own`);
    }
  }
  await runQuietly('playwright install', process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'install',
    'chromium',
  ]);
  return undefined;
}

async function aptInstalled(name) {
  await runQuietly('apt-get install', 'apt-get', ['install', '-y', '--no-install-recommends', name]);
  return installedChromium();
}

function installedChromium() {
  return names.map(onPath).find(Boolean) ?? fixedPlaces.find((place) => existsSync(place));
}

function onPath(name) {
  const answer = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}
