import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { noteAnswer } from '@/server/base/outside/troubles';
import { withApp } from '../../support/app/app';
import { SignInBrowser } from '../../support/app/sign-in-browser';
import { startFaultyIssuer } from '../../support/doubles/faulty-issuer';
import { keepLog } from '../../support/things/log-lines';

const issuer = await startFaultyIssuer();

withApp({
  AUTH_MODE: 'hosted',
  SIGN_UP: 'open',
  PROVIDER_ALLOW: '127.0.0.1',
  OIDC_ISSUERS: 'acme',
  OIDC_ACME_ISSUER: issuer.url,
  OIDC_ACME_CLIENT_ID: 'pushboard',
  OIDC_ACME_CLIENT_SECRET: 'secret',
});

const INFO = 30;
const WARNING = 40;
const discovery = '/.well-known/openid-configuration';
const lines = keepLog();

afterAll(() => issuer.stop());
beforeEach(() => {
  issuer.answers.clear();
  issuer.document = (right) => right;
  noteAnswer('sign_in');
  lines.length = 0;
});

/** What was logged with an error and its stack: its level, and its text. */
const told = () => lines.filter(({ err }) => err !== undefined).map(({ level, msg }) => [level, msg]);
const highest = () => Math.max(...lines.map(({ level }) => Number(level)));

describe('a failed sign-in is one row of the log', () => {
  it('if the provider is down: that of the service first, and that of the sign-in afterward', async () => {
    issuer.answers.set(discovery, { status: 503, body: 'down' });
    await new SignInBrowser().begin('acme');
    expect(told()).toEqual([[WARNING, 'A service that Pushboard calls does not answer']]);
    lines.length = 0;
    await new SignInBrowser().begin('acme');
    expect(told()).toEqual([[WARNING, 'A sign-in could not be begun']]);
    expect(highest()).toBe(WARNING);
  });

  it('if the provider calls itself something else', async () => {
    issuer.document = (right) => ({ ...right, issuer: `${issuer.url}/other` });
    await new SignInBrowser().begin('acme');
    expect(told()).toEqual([[WARNING, 'A sign-in could not be begun']]);
    expect(highest()).toBe(WARNING);
  });

  it('if it fails on the way back', async () => {
    const browser = new SignInBrowser();
    const { url } = await browser.begin('acme');
    issuer.answers.set(discovery, { status: 503, body: 'down' });
    await browser.end(issuer.callbackFor(url));
    expect(told()).toEqual([[WARNING, 'A service that Pushboard calls does not answer']]);
  });

  it('without a warning, if the person canceled it', async () => {
    const browser = new SignInBrowser();
    const { url } = await browser.begin('acme');
    const callback = new URL(issuer.callbackFor(url), 'http://localhost:3000');
    const state = callback.searchParams.get('state');
    const end = await browser.end(`${callback.pathname}?error=access_denied&state=${state}`);
    expect(end.search).toBe('?failure=canceled');
    expect(told()).toEqual([[INFO, 'A sign-in was refused']]);
    expect(highest()).toBe(INFO);
  });
});
