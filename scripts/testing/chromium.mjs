import { existsSync } from 'node:fs';
import { runQuietly } from '../building/run-quietly.mjs';
import { installPackage, mayInstall, onPath, updatePackages } from './debian-packages.mjs';

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
  if (mayInstall()) {
    try {
      await updatePackages();
      await installPackage(light).catch((error) => {
        if (whole === undefined) return installPackage('chromium');
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

function installedBrowser() {
  return names.map(onPath).find(Boolean) ?? fixedPlaces.find((place) => existsSync(place));
}
