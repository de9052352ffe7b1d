import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { sendMail } from '@/server/delivery/send-mail';
import { withApp } from '../support/app/app';
import { type Answered, numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { addressesOf, type SmtpDouble, smtpDouble } from '../support/doubles/smtp';
import { waitingMail } from '../support/things/mail';
import {
  createEndedRun,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { runInThree } from '../support/things/runs';

const smtp: SmtpDouble = await smtpDouble();
withApp({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'pushboard@example.com',
  MAIL_ATTACHMENT_MB: '1',
  MAILS_PER_HOUR: '60',
});
const source = withSource(
  `create function refunds() returns table (id integer, email text) language sql as
     $$ values (1, 'canary@example.org'), (2, '=1+1') $$;
   create function large() returns table (n integer, filler text) language sql as
     $$ select i, repeat('x', 1000) from generate_series(1, 1500) i $$;`,
  createOrganizations,
);

let refunds: MadeCommand;
let large: MadeCommand;
let runId: number;
beforeAll(async () => {
  await smtp.start();
  refunds = await commit(source, 'public.refunds()');
  large = await commit(source, 'public.large()');
  runId = await ended(refunds);
});
afterAll(() => smtp.stop());
beforeEach(async () => {
  smtp.taken.length = 0;
  await prisma().mailMessage.deleteMany();
});

async function ended(command: MadeCommand): Promise<number> {
  const run = runInThree(command, {});
  const answered = await Promise.race([run, everyWaiting(run)]);
  return numberIn(answered, 'run_id');
}

/** No worker serves the queue of this file, so that messages wait until a test sends them. */
async function everyWaiting(run: Promise<Answered>): Promise<Answered> {
  let isOver = false;
  void run.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await executeWaiting();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return run;
}

const post = (body: object, as: string = people.engineer, id: number = runId, headers = {}) =>
  send('POST', `/${ORG_A}/runs/${id}/send`, { as, body, headers });

/** Sends what waits, as the worker does. */
async function deliverAll(): Promise<void> {
  const rows = await prisma().mailMessage.findMany({ orderBy: { mailId: 'asc' } });
  for (const { mailId } of rows) await sendMail(mailId, 'worker');
}

const to = (userId: string) => ({ userId });

describe('sending a result', () => {
  it('S50 S53 attaches it as a file, masked, with the note, and leads to the run', async () => {
    await prisma().command.update({
      where: { commandId: refunds.commandId },
      data: { maskedOutputs: [{ kind: 'column', path: 'email' }] },
    });
    const { status, body } = await post({ recipients: [to(people.runner)], optionalNote: 'Look at row 2.' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: [{ user_id: people.runner, error: null, mail: 'queued' }],
    });
    await deliverAll();
    const [taken] = smtp.taken;
    expect(taken?.mail.subject).toBe('engineer sent you the result of refunds');
    expect(taken?.mail.attachments[0]).toMatchObject({ filename: `refunds ${runId}.csv` });
    expect(taken?.mail.attachments[0]?.content.toString()).toBe('\ufeffid,email\r\n1,••••••\r\n2,••••••\r\n');
    expect(taken?.mail.text).toContain('Look at row 2.');
    expect(taken?.mail.text).toContain(`#run-${runId}`);
    expect(taken?.raw).not.toContain('canary');
    await prisma().command.update({ where: { commandId: refunds.commandId }, data: { maskedOutputs: [] } });
  });

  it('attaches a spreadsheet when asked, and nothing when not', async () => {
    await post({ recipients: [to(people.runner)], downloadType: 'xlsx' });
    await post({ recipients: [to(people.runner)], attachResults: false });
    await deliverAll();
    expect(smtp.taken.map(({ mail }) => mail.attachments.map(({ filename }) => filename))).toEqual([
      [`refunds ${runId}.xlsx`],
      [],
    ]);
  });

  it('sends a link instead of a file beyond the limit', async () => {
    await post({ recipients: [to(people.runner)] }, people.engineer, await ended(large));
    await deliverAll();
    const [taken] = smtp.taken;
    expect(taken?.mail.attachments).toEqual([]);
    expect(taken?.mail.text).toContain('The result is too large to attach. Open it on Pushboard.');
  });

  it('says so if the result was deleted before the message left', async () => {
    const id = await ended(refunds);
    await post({ recipients: [to(people.runner)] }, people.engineer, id);
    const path = `/${ORG_A}/kits/${refunds.commandId}/runs/${id}/result`;
    expect((await send('DELETE', path, { as: people.engineer })).status).toBe(204);
    await deliverAll();
    expect(smtp.taken[0]?.mail.text).toContain('The result was deleted before this message was sent');
    expect(smtp.taken[0]?.mail.attachments).toEqual([]);
  });

  it('is said in the outbox as it would be in the message', async () => {
    const outbox = async (mailId: number) =>
      (
        (await send('GET', `/${ORG_A}/outbox/${mailId}`, { as: people.orgAdmin })).body as {
          content: { paragraphs: string[] };
        }
      ).content.paragraphs.at(-1);
    const newest = async () =>
      (await prisma().mailMessage.findFirstOrThrow({ orderBy: { mailId: 'desc' } })).mailId;
    await post({ recipients: [to(people.runner)] });
    const small = await newest();
    expect(await outbox(small)).toBe('The result is attached when this message is sent.');
    await post({ recipients: [to(people.runner)] }, people.engineer, await ended(large));
    await prisma().mailMessage.updateMany({ data: { state: 'outbox' } });
    expect(await outbox(small)).toBe(`The result is attached as refunds ${runId}.csv (44 bytes).`);
    expect(await outbox(await newest())).toBe('The result is too large to attach. Open it on Pushboard.');
  });

  it('is one message for all, or one each', async () => {
    const recipients = [to(people.runner), to(people.engineer)];
    await post({ recipients, allAddressesOnOneChain: true });
    await deliverAll();
    expect(smtp.taken.map(({ mail }) => addressesOf(mail.to))).toEqual([
      [`${people.runner}@example.com`, `${people.engineer}@example.com`],
    ]);
    smtp.taken.length = 0;
    await prisma().mailMessage.deleteMany();
    await post({ recipients });
    await deliverAll();
    expect(smtp.taken.map(({ recipients: envelope }) => envelope.length)).toEqual([1, 1]);
  });

  it('once for the same key', async () => {
    const headers = { 'idempotency-key': 'send-once' };
    const body = { recipients: [to(people.runner)] };
    const first = await post(body, people.engineer, runId, headers);
    expect((await post(body, people.engineer, runId, headers)).body).toEqual(first.body);
    expect(await prisma().mailMessage.count()).toBe(1);
  });
});

describe('who gets it', () => {
  it('leaves out recipients without an address, and refuses if nobody is left', async () => {
    await prisma().user.update({ where: { userId: people.groupRunner }, data: { email: null } });
    expect((await post({ recipients: [to(people.groupRunner), to(people.runner)] })).body).toMatchObject([
      { user_id: people.runner },
    ]);
    expect(await post({ recipients: [to(people.groupRunner)] })).toMatchObject({
      status: 400,
      body: { error: { message: 'Please enter at least one email address.' } },
    });
  });

  it('S47 only admins can send to people outside the organization', async () => {
    const { body } = await post({ recipients: [{ email: 'new@example.org' }] });
    expect(body).toMatchObject([{ error: 'You must select a user from the list.', mail: null }]);
    expect(await prisma().mailMessage.count()).toBe(0);
  });

  it('makes recipients without access runners if an engineer sends, and not otherwise', async () => {
    const grants = () =>
      prisma().commandUserGrant.count({
        where: { commandId: refunds.commandId, userId: people.member },
      });
    await post({ recipients: [to(people.member)], inviteNonRunnersToKit: false });
    const [without] = await waitingMail(ORG_A);
    expect([await grants(), without?.content.link]).toEqual([0, null]);
    expect(
      (await post({ recipients: [to(people.member)], inviteNonRunnersToKit: true }, people.runner)).body,
    ).toMatchObject([
      { error: expect.stringContaining('Only engineers of this command can give access to it.') },
    ]);
    await post({ recipients: [to(people.member)] });
    const [withAccess] = await waitingMail(ORG_A);
    expect([await grants(), withAccess?.content.link?.label]).toEqual([1, 'Open the result']);
  });

  it('an admin invites an address from outside to the organization, in a message of its own', async () => {
    await post({ recipients: [{ email: 'new@example.org' }] }, people.orgAdmin);
    expect((await waitingMail(ORG_A)).map(({ kind }) => kind)).toEqual(['result', 'invite']);
    await prisma().mailMessage.deleteMany();
    await post(
      { recipients: [{ email: 'other@example.org' }], inviteNonRunnersToKit: false },
      people.orgAdmin,
    );
    expect((await waitingMail(ORG_A)).map(({ kind }) => kind)).toEqual(['result']);
    const other = await prisma().user.findUniqueOrThrow({ where: { email: 'other@example.org' } });
    expect(await prisma().membership.count({ where: { userId: other.userId } })).toBe(0);
  });
});

describe('refused', () => {
  it('S12 for a run of another organization, and while it is running', async () => {
    expect((await post({ recipients: [to(people.runner)] }, people.orgAdminB)).status).toBe(404);
    const going = await createEndedRun(ORG_A, refunds, people.runner);
    await prisma().run.update({ where: { runId: going }, data: { status: 'running', endedAt: null } });
    expect((await post({ recipients: [to(people.runner)] }, people.engineer, going)).status).toBe(409);
  });

  it('S47 a name or a command cannot add a header; a link goes to our own address', async () => {
    await prisma().command.update({
      where: { commandId: refunds.commandId },
      data: { name: 'refunds\r\nBcc: victim@example.org' },
    });
    await post({ recipients: [to(people.runner)], optionalNote: 'x\r\n.\r\nBcc: victim@example.org' });
    await deliverAll();
    const [taken] = smtp.taken;
    expect(taken?.recipients).toEqual([`${people.runner}@example.com`]);
    expect(taken?.mail.bcc).toBeUndefined();
    expect([...(taken?.mail.headers.keys() ?? [])]).not.toContain('bcc');
    expect((await post({ recipients: [to(people.runner)], baseUrl: 'https://evil.example' })).status).toBe(
      400,
    );
    await prisma().command.update({ where: { commandId: refunds.commandId }, data: { name: 'refunds' } });
  });

  it('S47 beyond the messages that one person may send in an hour', async () => {
    const recipients = Array.from({ length: 61 }, () => to(people.runner));
    expect((await post({ recipients })).status).toBe(429);
    expect(await prisma().mailMessage.count()).toBe(0);
  });
});
