import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page, request } from '@playwright/test';
import { accessibilityFaults, widerBy } from '../e2e/support/accessibility';
import { type Session, signIn } from '../e2e/support/people';
import type { Screen } from './screen';
import { README_PICTURE, screens } from './screens';

const baseURL = process.env.SCREENS_URL ?? 'http://localhost:3000';
const executablePath = process.env.CHROMIUM_PATH;
const folder = '.screens';
const sizes = {
  wide: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;
const schemes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);

interface Picture {
  screen: Screen;
  file: string;
  device: { viewport: { width: number; height: number }; isMobile?: boolean; hasTouch?: boolean };
  colorScheme: (typeof schemes)[number];
}

/** The requested pictures. The README's are made only by name, since they are committed. */
function pictures(): Picture[] {
  if (wanted.includes('readme')) {
    const device = { viewport: { width: 1200, height: 920 } };
    return [{ screen: README_PICTURE, file: 'docs/images/builder.png', device, colorScheme: 'light' }];
  }
  const all = Object.entries(sizes).flatMap(([size, device]) =>
    schemes.flatMap((colorScheme) =>
      screens.map((screen) => {
        const name = `${screen.name}-${size}-${colorScheme}`;
        return { screen, name, file: join(folder, `${name}.png`), device, colorScheme };
      }),
    ),
  );
  return all.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
}

async function take(browser: Browser, session: Session, picture: Picture): Promise<void> {
  const { screen, file, device, colorScheme } = picture;
  const context = await browser.newContext({
    baseURL,
    ...device,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Nothing fades in. Animations that follow the scroll position stay, so the picture must not end them.
    reducedMotion: 'reduce',
    ...(screen.isSignedOut ? {} : { storageState: session }),
  });
  // tsx names functions with a helper of its modules, and those that run in the page call it there.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  const page = await context.newPage();
  const complaints = browserComplaints(page);
  try {
    await screen.show(page);
    await comesToRest(page, screen);
    await page.screenshot({ path: file });
    console.log(file);
    for (const fault of [...(await lookOver(page)), ...complaints]) complain(file, fault);
  } catch (error) {
    complain(file, error instanceof Error ? error.message : String(error));
  }
  await context.close();
}

/** Collects the browser's errors, except responses that a screen is about: a refusal, a missing page. */
function browserComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return complaints;
}

function complain(file: string, what: string): void {
  console.error(`${file}: ${what}`);
  process.exitCode = 1;
}

/** Checks what a picture does not show: violations of WCAG, and whether the page scrolls sideways. */
async function lookOver(page: Page): Promise<string[]> {
  // What floats is checked separately: it covers half of the page.
  const floating = page.locator('[role="menu"], [role="dialog"]').last();
  const within =
    (await floating.count()) === 0 ? undefined : ((await floating.getAttribute('role')) ?? undefined);
  // Further down, a button that is partly covered by the bar would count as too small.
  if (within === undefined) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const faults = await accessibilityFaults(page, within ? `[role="${within}"]` : undefined);
  const wider = await widerBy(page);
  return [
    ...faults.map(({ help, where }) => `${help}: ${where.join('; ')}`),
    ...(wider > 0 ? [`The page is ${wider} px wider than the screen`] : []),
  ];
}

/** Waits until the page is interactive and has loaded everything. */
async function comesToRest(page: Page, { isLoading = false }: Screen): Promise<void> {
  await page.waitForFunction((mayBeEmpty) => {
    const controls = [...document.querySelectorAll('main button, main input, main textarea')];
    const isLive = controls.every((each) => Object.keys(each).some((key) => key.startsWith('__reactProps')));
    return isLive && (mayBeEmpty || document.querySelector('[class*="Skeleton"]') === null);
  }, isLoading);
  await page.evaluate(() => document.fonts.ready);
}

if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const session = await signIn(request, baseURL, 'admin');
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
for (const picture of pictures()) await take(browser, session, picture);
await browser.close();
