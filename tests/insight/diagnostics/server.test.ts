import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverChecks } from '@/lib/contract/diagnostics/server';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { measureTables } from '@/server/insight/diagnostics/server/measure-tables';
import { asOwner, withApp } from '../../support/app/app';
import { askServer, rowsOf } from '../../support/app/operator';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, startRun } from '../../support/things/runs';
import { createScheduledJob } from '../../support/things/schedules';

withApp({
  OPERATOR_KEY: 'canary-operator-key',
  METRICS_TOKEN: 'canary-metrics-token',
  SMTP_URL: 'smtp://canary-user:canary-password@127.0.0.1:9',
  MAIL_FROM: 'Canary <canary-sender@example.com>',
  SUPPORT_EMAIL: 'canary-support@example.com',
  NETWORK_ALLOW: 'canary-host.internal',
  DOCS_URL: 'https://canary-docs.example.com',
});

let command: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
  await prisma().org.update({ where: { orgId: ORG_A }, data: { name: 'canary-org' } });
  await prisma().user.update({ where: { userId: people.runner }, data: { name: 'canary-person' } });
});

/** What was found before isn't fresh anymore. */
let nowMs = Date.now();
beforeEach(() => {
  nowMs = Math.max(nowMs, Date.now()) + 60_000;
  vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
});

describe('the operator', () => {
  it.each(serverChecks)('sees the %s of the server, without an error', async (check) => {
    const found = await askServer(check);
    expect(found.traceback).toBeNull();
    for (const { columns, rows } of found.tables) {
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
  });

  it('S21 sees no secret, no name, no host, and no value that someone entered', async () => {
    const runId = await createRun(command, people.runner);
    expect((await startRun(command, runId, { amount: 424_242 })).status).toBe(202);
    await prisma().mailMessage.create({
      data: {
        orgId: ORG_A,
        kind: 'link',
        sentByUserId: people.runner,
        toAddress: 'canary-to@example.com',
        toName: 'canary-to',
        subject: 'canary-subject',
        sealedContent: new Uint8Array(1),
        state: 'failed',
        lastError: 'canary-error at canary-host',
      },
    });
    const answers = JSON.stringify(await Promise.all(serverChecks.map(askServer)));
    expect(answers).not.toMatch(/canary/i);
    expect(answers).not.toContain('424242');
    expect(answers).not.toContain(ORG_A);
    const { password, username } = new URL(env().databaseUrl);
    for (const secret of [password, env().encryptionKeys[0]?.key.toString('base64') ?? '']) {
      expect(answers).not.toContain(secret);
    }
    expect(username).not.toBe('');
  });
});

describe('what is checked', () => {
  it('a run that has waited for long, and that no worker is there for it', async () => {
    await prisma().run.updateMany({
      where: { status: { in: ['starting', 'running'] } },
      data: { queuedAt: new Date(Date.now() - 700_000) },
    });
    expect(await askServer('queue')).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/^\d+ runs? in line, the oldest for 11 m/),
    });
    expect(await askServer('workers')).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/^No worker/),
    });
  });

  it('workers: their places, and one that fell silent', async () => {
    await prisma().worker.create({ data: { workerId: 'living', places: 7 } });
    expect(await askServer('workers')).toMatchObject({
      state: 'success',
      message: '1 worker, 0 of 7 places in use.',
    });
    const heartbeatAt = new Date(Date.now() - 600_000);
    await prisma().worker.create({ data: { workerId: 'silent', heartbeatAt } });
    nowMs += 60_000;
    const found = await askServer('workers');
    expect(found.state).toBe('warning');
    expect(rowsOf(found, 'silent')).toEqual([
      ['silent', 'silent', expect.any(String), '10 m 0 s ago', '0 of unknown', 'default', 'unknown'],
    ]);
    await prisma().worker.deleteMany();
  });

  it('workers with different code than web', async () => {
    await prisma().worker.create({ data: { workerId: 'older', places: 1, codeHash: 'another' } });
    expect(await askServer('workers')).toMatchObject({
      state: 'warning',
      message: '1 worker with different code than web. Restart it.',
    });
    await prisma().worker.deleteMany();
  });

  it('a tag that a connection asks for and no worker has', async () => {
    await prisma().worker.create({ data: { workerId: 'ordinary', places: 1 } });
    await prisma().credential.updateMany({ data: { workerTag: 'dmz' } });
    expect(await askServer('workers')).toMatchObject({
      state: 'failure',
      message: 'No worker with the tag dmz is alive. Runs of connections with it wait.',
    });
    await prisma().credential.updateMany({ data: { workerTag: null } });
    await prisma().worker.deleteMany();
  });

  it('a scheduled job that is late', async () => {
    expect((await askServer('schedules')).state).toBe('success');
    const scheduledJobId = await createScheduledJob(ORG_A, command.commandId, people.creator);
    await prisma().scheduledJob.update({
      where: { scheduledJobId },
      data: { isEnabled: true, nextRunAt: new Date(Date.now() - 400_000) },
    });
    nowMs += 60_000;
    expect(await askServer('schedules')).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/^1 job late, by up to 6 m/),
    });
    await prisma().scheduledJob.delete({ where: { scheduledJobId } });
  });

  it("a mail server that doesn't respond", async () => {
    expect(await askServer('mail')).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/^The mail server can't be reached/),
    });
  });

  it('clocks that disagree', async () => {
    nowMs = Date.now();
    expect(await askServer('clock')).toMatchObject({ state: 'success' });
    nowMs = Date.now() + 60_000;
    expect(await askServer('clock')).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/are (59 s|1 m 0 s) apart/),
    });
  });

  it('tables: measured once a day, with their growth', async () => {
    await measureTables();
    const measured = await prisma().tableSize.count();
    expect(measured).toBeGreaterThan(50);
    await measureTables();
    expect(await prisma().tableSize.count()).toBe(measured);
    expect(rowsOf(await askServer('database'), 'run')[0]?.[4]).toBe('not known yet');
    const weekAgo = new Date(Date.now() - 7 * 86_400_000);
    await prisma().tableSize.createMany({
      data: [
        { tableName: 'run', measuredOn: weekAgo, sizeBytes: 0 },
        { tableName: 'run', measuredOn: new Date(Date.now() - 401 * 86_400_000), sizeBytes: 0 },
      ],
    });
    nowMs += 60_000;
    expect(rowsOf(await askServer('database'), 'run')[0]?.[4]).toMatch(/^\+[\d.]+ kB in 7 days$/);
    await measureTables();
    expect(await prisma().tableSize.count({ where: { tableName: 'run' } })).toBe(2);
  });

  it('migrations of another version', async () => {
    expect(await askServer('migrations')).toMatchObject({ state: 'success' });
    await asOwner(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
      values ('later', 'x', '29991231000000_later', now())`);
    nowMs += 60_000;
    const found = await askServer('migrations');
    expect(found).toMatchObject({ state: 'failure', message: expect.stringMatching(/^A newer version/) });
    expect(rowsOf(found, '29991231000000_later')).toHaveLength(1);
  });

  it('variables: numbers, switches, and choices; of others, whether they are set', async () => {
    const found = await askServer('configuration');
    expect(rowsOf(found, 'DIAGNOSTICS_PER_MINUTE')).toEqual([['DIAGNOSTICS_PER_MINUTE', '100000', 'yes']]);
    expect(rowsOf(found, 'AUTH_MODE')).toEqual([['AUTH_MODE', 'demo', 'default']]);
    expect(rowsOf(found, 'DEMO_ALLOW_REMOTE')).toEqual([['DEMO_ALLOW_REMOTE', 'false', 'default']]);
    expect(rowsOf(found, 'SMTP_URL')).toEqual([['SMTP_URL', 'set', 'yes']]);
    expect(rowsOf(found, 'CALL_URL')).toEqual([['CALL_URL', '–', 'default']]);
  });
});
