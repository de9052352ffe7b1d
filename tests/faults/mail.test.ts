import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApp, SANDBOX } from '../support/doubles/remote-app';
import { smtpDouble } from '../support/doubles/smtp';
import { type FaultApp, startFaultApp } from './fault-app';

const MESSAGES = 60;
/** Which of the messages all workers are killed at, after the mail server accepts it and before they learn that. */
const KILLED_AT = new Set([3, 17, 31]);
/** As many messages as two workers have in hand: four each. Once one is accepted, its connection takes the next. */
const UNDER_WAY = 8;

let app: FaultApp;
let own: pg.Pool;
let takenSoFar = 0;

const smtp = await smtpDouble({
  async beforeAnswer() {
    takenSoFar += 1;
    if (!KILLED_AT.has(takenSoFar)) return;
    await Promise.all([app.kill('worker', 0), app.kill('worker', 1)]);
  },
});

beforeAll(async () => {
  await smtp.start();
  app = await startFaultApp('select 1', { SMTP_URL: smtp.url, MAIL_FROM: 'pushboard@example.com' });
  own = app.own;
});

afterAll(async () => {
  await app?.stop();
  await smtp.stop();
});

it('S59 kill -9 of the workers while sending loses no message, and repeats only those with an unknown outcome', async () => {
  const addresses = Array.from({ length: MESSAGES }, (_, i) => `person-${i}@example.org`);
  const recipients = addresses.map((email) => ({ email }));
  await callApp(app.origins[0] ?? '', 'POST', `/${SANDBOX}/invite`, { recipients });
  const unsent = `select count(*)::int as count from mail_message where state <> 'sent'`;
  await expect
    .poll(async () => (await own.query(unsent)).rows[0], { timeout: 120_000, interval: 500 })
    .toEqual({ count: 0 });

  const idsOf = new Map<string, string[]>();
  for (const { mail, recipients: named } of smtp.taken) {
    const [to = ''] = named;
    idsOf.set(to, [...(idsOf.get(to) ?? []), mail.messageId ?? '']);
  }
  expect([...idsOf.keys()].sort()).toEqual(addresses.sort());
  // A person who gets one twice can tell: it is the same message, and mail programs show it once.
  for (const ids of idsOf.values()) expect(new Set(ids).size).toBe(1);
  expect(new Set([...idsOf.values()].flat()).size).toBe(MESSAGES);
  // A message whose acceptance was not reported is sent again; all others were sent once.
  const repeated = smtp.taken.length - MESSAGES;
  expect(repeated).toBeGreaterThanOrEqual(KILLED_AT.size);
  expect(repeated).toBeLessThanOrEqual(KILLED_AT.size * UNDER_WAY);
});
