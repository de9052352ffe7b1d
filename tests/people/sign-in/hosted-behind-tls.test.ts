import { afterAll, expect, it } from 'vitest';
import { LONGEST_RETURN_TO } from '@/lib/sign-in/return-to';
import { withApp } from '../../support/app/app';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { startOidc } from '../../support/doubles/oidc';

const acme = await startOidc(['https://push.example.com/api/auth/callback/acme']);
const other = await startOidc(['https://push.example.com/api/auth/callback/other']);

withApp({
  AUTH_MODE: 'hosted',
  APP_URL: 'https://push.example.com',
  PROVIDER_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme,other',
  ...acme.variables('ACME'),
  ...other.variables('OTHER'),
});

afterAll(async () => {
  await acme.stop();
  await other.stop();
});

async function begun(more: Record<string, string> = {}, wanted: object = {}) {
  const browser = new SignInBrowser();
  const csrf = await browser.own('GET', '/api/auth/csrf');
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const body = { csrfToken, json: 'true', ...wanted };
  const response = await browser.own('POST', '/api/auth/signin/acme', body, more);
  const { url } = (await response.json()) as { url: string };
  return { url: new URL(url), cookies: [...csrf.headers.getSetCookie(), ...response.headers.getSetCookie()] };
}

it('S28 every cookie of a sign-in is hidden from scripts, and sent over TLS and by our own pages only', async () => {
  const { cookies } = await begun();
  expect(cookies.length).toBeGreaterThan(4);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__(Host|Secure)-/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
  }
});

it('S24 the provider leads back to the configured address, whatever headers say', async () => {
  const { url } = await begun({ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' });
  expect(url.searchParams.get('redirect_uri')).toBe('https://push.example.com/api/auth/callback/acme');
});

it('the longest address to return to still fits into a cookie, with an invitation', async () => {
  const returnTo = `/acme/builder?id=1&params=${'x'.repeat(LONGEST_RETURN_TO)}`.slice(0, LONGEST_RETURN_TO);
  const { cookies } = await begun({}, { returnTo, joinOrgToken: 'y'.repeat(43) });
  expect(cookies.some((cookie) => cookie.startsWith('__Host-pushboard_sign_in='))).toBe(true);
  for (const cookie of cookies) expect(cookie.length).toBeLessThan(4096);
});
