import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connect } from './api';
import { keepToken, readSettings, usualUrl } from './settings';

const [production, staging] = ['https://pushboard.example.com', 'https://staging.example.com'] as const;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pushboard-settings-'));
  vi.stubEnv('XDG_CONFIG_HOME', home);
  vi.stubEnv('PUSHBOARD_URL', '');
  vi.stubEnv('PUSHBOARD_TOKEN', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

it('lines go to the Pushboard that the program came from, whatever was signed in to last', () => {
  keepToken(production, 'pb_production');
  expect(usualUrl(staging)).toBe(staging);
  vi.stubEnv('PUSHBOARD_URL', `${production}/api/v1`);
  expect(usualUrl(staging)).toBe(production);
});

it('a token is sent only to the address that it was kept for', () => {
  keepToken(production, 'pb_production');
  keepToken(staging, 'pb_staging');
  expect(readSettings(production).token).toBe('pb_production');
  expect(readSettings(staging).token).toBe('pb_staging');
  expect(readSettings('https://other.example.com').token).toBeNull();
});

it('a refusal without a sign-in names the other Pushboard that there is one for', () => {
  keepToken(production, 'pb_production');
  vi.stubEnv('PUSHBOARD_URL', staging);
  expect(() => connect(readSettings())).toThrow(
    `You are not signed in to ${staging}. Run "pushboard login", or set PUSHBOARD_TOKEN. Your sign-in to ${production} is used with --url ${production}.`,
  );
});
