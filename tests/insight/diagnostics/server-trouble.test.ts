import { createServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { noteAnswer, noteFault } from '@/server/base/outside/troubles';
import { operatorCookie } from '@/server/people/sign-in/operator/operator-session';
import { type ConfiguredApp, configureApp } from '../../support/app/app';
import { type AppDatabase, createAppDatabase } from '../../support/app/database';
import { send } from '../../support/app/http';
import { askServer, rowsOf } from '../../support/app/operator';
import { serverCertificate, serverKey } from '../../support/doubles/certificates';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

/** Its certificate ends on January 1, 2120. */
const mailServer = createServer({ cert: serverCertificate, key: serverKey });
mailServer.on('tlsClientError', () => {});
let database: AppDatabase;
let app: ConfiguredApp;
let nowMs = Date.now();

beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const address = mailServer.address();
  if (typeof address === 'string' || address === null) throw new Error('There is no port');
  database = await createAppDatabase();
  app = await configureApp(database.url, {
    OPERATOR_KEY: 'operator-key-of-a-test',
    SMTP_URL: `smtps://localhost:${address.port}`,
    MAIL_FROM: 'Pushboard <pushboard@example.com>',
    RESULT_QUOTA_MB: '100',
    AUTH_MODE: 'directory',
    ENTRA_TENANT_ID: '11111111-1111-4111-8111-111111111111',
    ENTRA_CLIENT_ID: '22222222-2222-4222-8222-222222222222',
    ENTRA_CLIENT_SECRET: 'a-secret-of-the-client',
    ENTRA_LOGIN_URL: `https://localhost:${address.port}`,
    AD_ADMIN_EMAILS: 'ada@example.com',
  });
  await createOrganizations();
});
afterAll(async () => {
  mailServer.close();
  await app.stop();
  await database.drop();
});

/** What was found before isn't fresh anymore. */
beforeEach(() => {
  nowMs = Math.max(nowMs, Date.now()) + 60_000;
  vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
});

it('a mail server that responds', async () => {
  expect(await askServer('mail')).toMatchObject({
    state: 'success',
    message: 'The mail server can be reached, and messages leave.',
  });
});

it('messages that wait for long, and messages that failed', async () => {
  const message = {
    orgId: ORG_A,
    kind: 'link',
    sentByUserId: people.orgAdmin,
    toName: 'Ada',
    toAddress: 'ada@example.com',
    subject: 'Hello',
    sealedContent: new Uint8Array(1),
  } as const;
  await prisma().mailMessage.create({ data: { ...message, state: 'failed' } });
  expect(await askServer('mail')).toMatchObject({
    state: 'warning',
    message: '1 message failed in the last day.',
  });
  const dueAt = new Date(Date.now() - 1_000_000);
  await prisma().mailMessage.create({ data: { ...message, state: 'waiting', dueAt } });
  nowMs += 60_000;
  expect(await askServer('mail')).toMatchObject({
    state: 'failure',
    message: expect.stringMatching(/^1 message to send, the oldest for 16 m/),
  });
});

it('services outside: one that failed when it was last called, until it answers', async () => {
  expect(await askServer('services')).toMatchObject({ state: 'success' });
  noteFault('sign_in', new Error('It names another issuer'));
  nowMs += 60_000;
  expect(await askServer('services')).toMatchObject({
    state: 'failure',
    message: 'Sign-in failed when last called. The log says why.',
    facts: [{ name: 'Sign-in', value: expect.stringContaining('failing for 1 m') }],
  });
  noteAnswer('sign_in');
  nowMs += 60_000;
  expect(await askServer('services')).toMatchObject({ state: 'success' });
});

it('a mail server that failed at the last attempt: both checks of mail say so, with the cause, though it can be reached again', async () => {
  noteFault('mail', new Error('connect ECONNREFUSED'), { cause: 'it refuses connections (ECONNREFUSED)' });
  nowMs += 60_000;
  const message =
    'The mail server has failed for 1 m 0 s: it refuses connections (ECONNREFUSED). It can be reached now, so the next attempt may succeed. Messages wait in the outbox, which says why, and are tried again.';
  expect(await askServer('mail')).toMatchObject({ state: 'failure', message });
  const { body } = await send('GET', '/diagnostics/mail', { headers: { cookie: operatorCookie() } });
  expect(body).toMatchObject({ state: 'failure', message });
  expect(await askServer('services')).toMatchObject({
    state: 'failure',
    message: 'Mail server failed when last called.',
    facts: [{ name: 'Mail server', value: 'failing for 1 m 0 s: it refuses connections (ECONNREFUSED)' }],
  });
  noteAnswer('mail');
});

it('certificates: one that expires soon, one that has expired, and whether programs trust it', async () => {
  expect(await askServer('certificates')).toMatchObject({ state: 'success' });
  nowMs = Date.parse('2119-12-20T00:00:00Z');
  const soon = await askServer('certificates');
  expect(soon).toMatchObject({ state: 'warning', message: 'Mail server: renew the certificate soon.' });
  expect(rowsOf(soon, 'Mail server')).toEqual([
    ['Mail server', '2120-01-01, in 12 days', 'no (UNABLE_TO_VERIFY_LEAF_SIGNATURE)'],
  ]);
  expect(rowsOf(soon, 'Database')).toEqual([['Database', 'without TLS', '–']]);
  nowMs = Date.parse('2120-01-03T00:00:00Z');
  expect(await askServer('certificates')).toMatchObject({
    state: 'failure',
    message: 'Mail server: the certificate has expired.',
  });
  nowMs = Date.now();
});

it('certificates: a provider whose host isn’t found is named', async () => {
  const configured = env();
  const provider = { id: 'acme', url: 'https://id.not-there.invalid' } as (typeof configured.issuers)[number];
  Object.assign(configured, { issuers: [provider] });
  expect(await askServer('certificates')).toMatchObject({
    state: 'failure',
    message:
      "Identity provider acme: the host isn't found. Correct the address, or the name service of this machine.",
  });
  Object.assign(configured, { issuers: [] });
});

it('space for results: an organization that has used nearly all of its own', async () => {
  expect(await askServer('results')).toMatchObject({ state: 'success' });
  await prisma().resultUsage.upsert({
    where: { orgId: ORG_A },
    create: { orgId: ORG_A, sizeBytes: 95_000_000 },
    update: { sizeBytes: 95_000_000 },
  });
  nowMs += 60_000;
  expect(await askServer('results')).toMatchObject({
    state: 'warning',
    message: '1 organization has used 90% of the space for results.',
    facts: expect.arrayContaining([{ name: 'Taken by results', value: '95.0 MB' }]),
  });
});

it('the directory: a sync that failed, and one that is overdue', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000);
  const synced = { usersSyncedAt: hourAgo, groupsSyncedAt: hourAgo };
  await prisma().directory.create({ data: { orgId: ORG_A, ...synced } });
  expect((await askServer('directory')).state).toBe('success');
  const monthAgo = new Date(Date.now() - 30 * 86_400_000);
  await prisma().directory.updateMany({ data: { usersSyncedAt: monthAgo } });
  nowMs += 60_000;
  expect(await askServer('directory')).toMatchObject({
    state: 'warning',
    message: 'The oldest sync is 30 days ago. Check the workers.',
  });
  await prisma().directory.updateMany({ data: { failedAt: new Date(), failure: 'no' } });
  nowMs += 60_000;
  expect(await askServer('directory')).toMatchObject({
    state: 'failure',
    message: expect.stringMatching(/^The last sync of 1 organization failed/),
  });
});

it('figures: old runs that are being counted, and figures that are no longer current', async () => {
  expect((await askServer('figures')).message).toBe('The figures of Analytics are up to date.');
  const { command } = await createGrantedCommands();
  await createEndedRun(ORG_A, command, people.runner);
  nowMs += 60_000;
  expect(await askServer('figures')).toMatchObject({
    state: 'success',
    message: 'The worker is counting earlier runs: 0% done.',
  });
  await prisma().figureProgress.updateMany({ data: { countedAt: new Date(Date.now() - 400_000) } });
  nowMs += 60_000;
  expect(await askServer('figures')).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/^The figures of Analytics are 6 m .* are missing up to [\d,]+ runs?\./),
  });
});

it('versions: of the product, its runtime, and the database', async () => {
  const { facts } = await askServer('versions');
  expect(facts).toEqual(
    expect.arrayContaining([
      { name: 'Node.js', value: process.versions.node },
      { name: 'PostgreSQL', value: expect.stringMatching(/^\d+/) },
    ]),
  );
});

it('statements: none of ours takes long, and those of others are not shown', async () => {
  expect(await askServer('statements')).toMatchObject({
    state: 'success',
    message: 'No statement takes long.',
  });
});
