import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, request } from '@playwright/test';
import { type Session, signIn } from '../e2e/support/people';
import { README_PICTURE, type Screen, screens } from './screens';

const baseURL = process.env.SCREENS_URL ?? 'http://localhost:3000';
const executablePath = process.env.CHROMIUM_PATH;
const folder = '.screens';
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const schemes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);

interface Picture {
  screen: Screen;
  file: string;
  viewport: { width: number; height: number };
  colorScheme: (typeof schemes)[number];
}

/** The pictures that are asked for; the README's only by its name, since it is kept. */
function pictures(): Picture[] {
  if (wanted.includes('readme')) {
    const viewport = { width: 1200, height: 860 };
    return [{ screen: README_PICTURE, file: 'docs/images/builder.png', viewport, colorScheme: 'light' }];
  }
  const all = Object.entries(sizes).flatMap(([size, viewport]) =>
    schemes.flatMap((colorScheme) =>
      screens.map((screen) => {
        const name = `${screen.name}-${size}-${colorScheme}`;
        return { screen, name, file: join(folder, `${name}.png`), viewport, colorScheme };
      }),
    ),
  );
  return all.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
}

async function take(browser: Browser, session: Session, picture: Picture): Promise<void> {
  const { screen, file, viewport, colorScheme } = picture;
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...(screen.isSignedOut ? {} : { storageState: session }),
  });
  const page = await context.newPage();
  try {
    await screen.show(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: file, animations: 'disabled' });
    console.log(file);
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
  await context.close();
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
