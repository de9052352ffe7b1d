import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runQuietly } from '../building/run-quietly.mjs';

/**
 * Has no window to draw, and needs no processes for the pages of that window: it takes two thirds of the processor time that
 * a whole browser takes for the journeys. Playwright's own is built like it.
 */
const light = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const fixedPlaces = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Returns the browser for the journeys: CHROMIUM_PATH, an installed one without a window, one that this installs if it may,
 * or whatever browser is installed. Undefined for Playwright's own, which Playwright finds itself.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const found = onPath(light);
  if (found) return found;
  const whole = installedBrowser();
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    try {
      await runQuietly('apt-get update', 'apt-get', [...impatient, 'update']);
      await install(light).catch((error) => {
        if (whole === undefined) return install('chromium');
        throw error;
      });
      return onPath(light) ?? installedBrowser();
    } catch (error) {
      const instead = whole ?? "Playwright's own";
      console.log(`      ${error.message.split('\n').at(-1)}; using ${instead} instead`);
    }
  }
  if (whole) return whole;
  await runQuietly('playwright install', process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'install',
    'chromium',
  ]);
  return undefined;
}

/** Without a network, `apt-get` would try again for minutes. */
const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];

const install = (name) =>
  runQuietly('apt-get install', 'apt-get', [...impatient, 'install', '-y', '--no-install-recommends', name]);

function installedBrowser() {
  return names.map(onPath).find(Boolean) ?? fixedPlaces.find((place) => existsSync(place));
}

function onPath(name) {
  const answer = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}
