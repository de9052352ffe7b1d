import { expect, it, onTestFinished } from 'vitest';
import { sql } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { holdCopy, isHeld, releaseCopy } from '@/server/base/installation/held';
import { withApp } from '../../support/app/app';

withApp({
  AUTH_MODE: 'hosted',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'pushboard@example.com',
  APP_URL: 'https://pushboard.example.com',
});

it('a database whose APP_URL has changed is held, since a copy looks the same', async () => {
  expect(await holdCopy()).toBeNull();
  await sql.query(`update installation set address = 'https://before.example.com'`);
  expect(await holdCopy()).toBe(
    'It belonged to https://before.example.com, and APP_URL is https://pushboard.example.com.',
  );
  expect(await isHeld()).toBe(true);
  await releaseCopy();
  expect([await isHeld(), await holdCopy()]).toEqual([false, null]);
});

it('each start names the address that APP_URL has now, next to the one that the database belongs to', async () => {
  await holdCopy();
  const own = env().appUrl;
  onTestFinished(async () => {
    env().appUrl = own;
    await releaseCopy();
  });
  for (const address of ['https://second.example.com', 'https://third.example.com']) {
    env().appUrl = address;
    expect(await holdCopy()).toBe(`It belonged to ${own}, and APP_URL is ${address}.`);
  }
  env().appUrl = own;
  expect(await holdCopy()).toBe(`It belongs to ${own}, and an earlier start had another APP_URL.`);
  expect(await isHeld()).toBe(true);
});
