import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { GET as readyz } from '@/app/readyz/route';
import { startWorker } from '@/jobs/worker';
import { workerLogger } from '@/jobs/worker-logger';
import type { Person } from '@/lib/access/vocabulary';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { noteAnswer, troubles } from '@/server/base/outside/troubles';
import { sendMail } from '@/server/delivery/send-mail';
import type { MailContent } from '@/server/messages/content';
import { type MailKind, queueMail } from '@/server/messages/queue-mail';
import { answersMail, closeMail, mailProblem } from '@/server/messages/transport';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { addressesOf, type SmtpDouble, smtpDouble } from '../support/doubles/smtp';
import { keepLog } from '../support/things/log-lines';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, startRun } from '../support/things/runs';

// Mail servers that differ: in what they take, in how they refuse it, and in how they are gone.

withApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Pushboard <pushboard@example.com>' });
const lines = keepLog();
const source = withSource(
  `create function refunds() returns table (id integer, filler text) language sql as
     $$ select i, repeat('x', 100) from generate_series(1, 40) i $$;`,
  createOrganizations,
);

let smtp: SmtpDouble;
let runId: number;
beforeAll(async () => {
  const command = await commit(source, 'public.refunds()');
  runId = await createRun(command);
  await startRun(command, runId, {});
  await executeWaiting();
});
beforeEach(async () => {
  lines.length = 0;
  noteAnswer('mail');
  await prisma().mailMessage.deleteMany();
  await prisma().notification.deleteMany();
});
afterEach(async () => {
  closeMail();
  await smtp.stop();
});

async function start(options: Parameters<typeof smtpDouble>[0] = {}, isUp = true): Promise<void> {
  smtp = await smtpDouble(options);
  if (isUp) await smtp.start();
  const { mail } = env();
  if (mail === null) throw new Error('There is a mail server');
  closeMail();
  mail.smtpUrl = smtp.url;
}

const sender: Person = {
  kind: 'person',
  userId: people.engineer,
  name: 'Eve Engineer',
  email: 'eve@example.com',
  memberships: [{ orgId: ORG_A, role: 'member' }],
};

interface Written {
  kind?: MailKind;
  address?: string;
  more?: Partial<MailContent>;
}

/** Sends a message, as the worker does, and returns its row. */
async function sent({ kind = 'result', address = 'rita@example.com', more = {} }: Written = {}) {
  const mailId = await transaction(async (tx) => {
    const content: MailContent = {
      paragraphs: ['Eve sends you the result of Refunds.'],
      note: null,
      link: { label: 'Open it', url: 'http://localhost:3000/a/builder?id=1' },
      closing: 'You get this because Eve sent it.',
      replyTo: { name: 'Eve', address: 'eve@example.com' },
      ...more,
    };
    const to = { userId: people.runner, name: 'Rita', email: address };
    await queueMail(tx, ORG_A, sender, to, kind, { subject: 'The result of Refunds', content });
    const [row] = await tx.query<{ mail_id: number }>('select max(mail_id) as mail_id from mail_message');
    return row?.mail_id ?? 0;
  });
  await sendMail(mailId, 'w1');
  return prisma().mailMessage.findUniqueOrThrow({ where: { mailId } });
}

const told = async () => {
  const { body } = await send('GET', `/${ORG_A}/notifications`, { as: sender.userId });
  return (body as { notifications: object[] }).notifications;
};

const warnings = () => lines.filter(({ level }) => level === 40);

describe('an outage of the mail server', () => {
  it('is one line in the log, however many messages wait, with the host and the cause', async () => {
    await start({}, false);
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await sent()).lastError).toBe(
        `Couldn't reach the mail server 127.0.0.1:${smtp.port}: it refuses connections (ECONNREFUSED).`,
      );
    }
    expect(warnings()).toMatchObject([
      { service: 'mail', reason: expect.stringMatching(/^Couldn't reach .*127\.0\.0\.1:\d+.*ECONNREFUSED/) },
    ]);
    const since = expect.any(String);
    expect(troubles()).toEqual([{ service: 'mail', since, cause: 'it refuses connections (ECONNREFUSED)' }]);
    expect(await (await readyz()).json()).toHaveProperty('troubles', [{ service: 'mail', since }]);
    await smtp.start();
    expect(await sent()).toMatchObject({ state: 'sent' });
    expect(warnings()).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({ service: 'mail', msg: 'The service answers again' });
  });

  it('is told when a worker starts, before anyone waits for a message', async () => {
    await start({}, false);
    const worker = await startWorker();
    onTestFinished(() => worker.stop());
    const reason = `Couldn't reach the mail server 127.0.0.1:${smtp.port}: it refuses connections (ECONNREFUSED).`;
    await expect.poll(warnings).toMatchObject([{ service: 'mail', reason }]);
    expect(await (await readyz()).json()).toHaveProperty('troubles', [
      { service: 'mail', since: expect.any(String) },
    ]);
    await smtp.start();
    const { mail } = env();
    expect(mail === null ? null : await mailProblem(mail)).toBeNull();
    expect(mail !== null && (await answersMail(mail))).toBe(true);
    expect(troubles()).toEqual([]);
    expect(smtp.taken).toEqual([]);
  });

  it('that puts every message off, such as with a full disk, is one line too', async () => {
    await start({ putsOff: { status: 452, text: '4.3.1 Insufficient system storage' } });
    for (const _ of [1, 2, 3])
      expect((await sent()).lastError).toContain('452 4.3.1 Insufficient system storage');
    expect(warnings()).toMatchObject([{ reason: expect.stringContaining('Insufficient system storage') }]);
    expect(troubles()).toMatchObject([{ cause: 'it defers messages with the code 452' }]);
  });

  it('is not told again by sign-in links that wait for it', async () => {
    await start({}, false);
    await sent();
    const task = { taskIdentifier: 'send_sign_in_link', jobId: '1' };
    workerLogger().scope(task).error('Failed task 1');
    expect(warnings()).toHaveLength(1);
    expect(lines.filter(({ level }) => level === 50)).toEqual([]);
    await smtp.start();
    await sent();
    workerLogger().scope(task).error('Failed task 1');
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
  });

  it('by a name that no server has says so', async () => {
    await start();
    const { mail } = env();
    if (mail !== null) mail.smtpUrl = 'smtp://mail.nowhere.invalid:2525';
    const { lastError } = await sent();
    expect(lastError).toMatch(
      /^Couldn't reach the mail server mail\.nowhere\.invalid:2525: (no server has this name|its name)/,
    );
  });
});

describe('the headers of a message', () => {
  it.each(['invite', 'share', 'link', 'access_request', 'result', 'approval'] as const)(
    'that a person sends (%s) let programs reply to it',
    async (kind) => {
      await start();
      await sent({ kind });
      expect(smtp.taken[0]?.mail.headers.has('auto-submitted')).toBe(false);
    },
  );

  it.each(['schedule', 'error'] as const)('that no person sends (%s) say so', async (kind) => {
    await start();
    await sent({ kind });
    expect(smtp.taken[0]?.mail.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('name the page where it is switched off, where it can be', async () => {
    await start();
    const switchOff = 'https://push.example.com/account?tab=mail';
    await sent({ kind: 'schedule', more: { switchOff } });
    await sent({ kind: 'schedule' });
    expect(smtp.taken.map(({ raw }) => /^List-Unsubscribe: (.+?)\r$/m.exec(raw)?.[1])).toEqual([
      `<${switchOff}>`,
      undefined,
    ]);
  });
});

describe('an address with letters outside ASCII', () => {
  it('gets its message from a server that takes them', async () => {
    await start();
    expect(await sent({ address: 'jörg@bücher.example' })).toMatchObject({ state: 'sent' });
    const [arrived] = smtp.taken;
    expect(arrived?.recipients).toEqual(['jörg@bücher.example']);
    expect(addressesOf(arrived?.mail.to)).toEqual(['jörg@bücher.example']);
    expect(arrived?.raw).toContain('jörg@xn--bcher-kva.example');
  });

  it('fails at a server that refuses it, in words', async () => {
    await start({ takesUnicode: false });
    smtp.refusals.set('jörg@example.com', { status: 553, text: '5.6.7 no SMTPUTF8 here' });
    expect(await sent({ address: 'jörg@example.com' })).toMatchObject({
      state: 'failed',
      lastError: expect.stringMatching(/letters outside ASCII.*5\.6\.7 no SMTPUTF8 here/),
    });
  });

  it('of a sender is left out of what goes to others', async () => {
    await start();
    await sent({ more: { replyTo: { name: 'Jörg', address: 'jörg@example.com' } } });
    expect(smtp.taken[0]?.raw).not.toContain('Reply-To');
    expect(smtp.taken[0]?.raw).not.toMatch(/[^\p{ASCII}]/u);
  });
});

describe('a file that is too large for the mail server', () => {
  const attached = () => ({ more: { attachment: { orgId: ORG_A, runId, format: 'csv' as const } } });

  it.each([
    ['says its limit first', true],
    ['refuses it with 552 after it was sent', false],
  ])('that %s goes as a link, and its sender is told', async (_, isTold) => {
    await start({ size: { mostBytes: 4000, isTold } });
    expect(await sent(attached())).toMatchObject({ state: 'sent', attempts: 1, lastError: null });
    const [arrived, ...others] = smtp.taken;
    expect(others).toEqual([]);
    expect(arrived?.mail.attachments).toEqual([]);
    expect(arrived?.mail.text).toContain('The result is too large to attach. Open it on Pushboard.');
    expect(await told()).toMatchObject([
      { kind: 'mail_without_file', name: 'rita@example.com', mail_subject: 'The result of Refunds' },
    ]);
    expect(warnings()).toEqual([]);
  });

  it('is attached if it fits', async () => {
    await start({ size: { mostBytes: 40_000, isTold: true } });
    await sent(attached());
    expect(smtp.taken[0]?.mail.attachments).toHaveLength(1);
    expect(await told()).toEqual([]);
  });

  it('fails only if the message is too large without it as well', async () => {
    await start({ size: { mostBytes: 500, isTold: true } });
    expect(await sent(attached())).toMatchObject({
      state: 'failed',
      lastError: expect.stringContaining('500'),
    });
    expect(await told()).toMatchObject([{ kind: 'mail_refused', mail_subject: 'The result of Refunds' }]);
  });
});

it('a sender learns about each address that the server refused, though others got the message', async () => {
  await start();
  smtp.refusals.set('gone@example.com', { status: 550, text: '5.1.1 unknown mailbox' });
  const alsoTo = [
    { name: 'Gone', address: 'gone@example.com' },
    { name: 'Sam', address: 'sam@example.com' },
  ];
  expect(await sent({ more: { alsoTo } })).toMatchObject({ state: 'sent' });
  expect(smtp.taken[0]?.recipients).toEqual(['rita@example.com', 'sam@example.com']);
  expect(await told()).toMatchObject([{ kind: 'mail_refused', name: 'gone@example.com', other_count: 0 }]);
});
