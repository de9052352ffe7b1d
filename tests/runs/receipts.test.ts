import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { rotateReceiptKey } from '@/server/runs/receipts/receipt-keys';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import {
  createEndedRun,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { runInThree } from '../support/things/runs';

withApp({ APP_URL: 'https://push.example.com' });
const source = withSource(
  `create function refund(order_id integer, password text) returns table (id integer, email text) language sql as
     $$ values (order_id, 'a@example.org') $$;`,
  createOrganizations,
);
withWorker();

let refund: MadeCommand;
let runId: number;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-receipts-'));
  refund = await commit(source, 'public.refund(integer, text)');
  // A database has no type for passwords; other sources have.
  await sql.query(
    `update template_input set type = jsonb_set(type, '{inputType}', '"password"')
      where template_id = $1 and key = 'password'`,
    [refund.templateId],
  );
  runId = numberIn(await runInThree(refund, { order_id: 7, password: 'canary' }), 'run_id');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = z.object({ signed: z.string(), signature: z.string(), key_id: z.string() });
type File = z.output<typeof file>;

async function receipt(as: string = people.runner, id: number = runId): Promise<File> {
  const response = await sendRaw('GET', `/${ORG_A}/receipts/${id}`, { as });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`receipt of run ${id}.json`);
  return file.parse(await response.json());
}

const check = async (given: File) =>
  (await send('POST', '/receipts/verify', { body: given, headers: { 'x-public-view': '1' } })).body;

async function publicKeys() {
  const { body } = await send('GET', '/receipts/keys', { headers: { 'x-public-view': '1' } });
  return z
    .array(z.object({ key_id: z.string(), public_key: z.string(), retired_at: z.string().nullable() }))
    .parse(body);
}

describe('a receipt', () => {
  it('S53 says who ran what, with which values but no password, when and how it ended', async () => {
    const { signed } = await receipt();
    const { lines } = await prisma().runResult.findFirstOrThrow({ where: { runId } });
    expect(JSON.parse(signed)).toMatchObject({
      type: 'pushboard.run-receipt',
      issued_by: 'https://push.example.com',
      org: { org_id: ORG_A },
      run: { run_id: runId, status: 'success', ended_at: expect.any(String) },
      person: { user_id: people.runner },
      command: { kit_id: refund.commandId, name: 'refund', revision: expect.any(Number) },
      values: { order_id: 7 },
      result: { rows: 1, sha256: createHash('sha256').update(lines).digest('hex') },
    });
    expect(signed).not.toContain('canary');
  });

  it('is confirmed by anyone with the public key: here, and with OpenSSL', async () => {
    const given = await receipt();
    expect(await check(given)).toEqual({ valid: true, reason: null });
    const [key] = await publicKeys();
    expect(key?.key_id).toBe(given.key_id);
    const at = (name: string) => join(folder, name);
    await writeFile(at('key.pem'), key?.public_key ?? '');
    await writeFile(at('signed.json'), given.signed);
    await writeFile(at('signature'), Buffer.from(given.signature, 'base64'));
    const words = ['pkeyutl', '-verify', '-pubin', '-inkey', at('key.pem'), '-rawin'];
    const told = execFileSync('openssl', [...words, '-in', at('signed.json'), '-sigfile', at('signature')]);
    expect(told.toString()).toContain('Signature Verified Successfully');
  });

  it('fails when one byte of it was changed, at any place', async () => {
    const given = await receipt();
    for (let at = 0; at < given.signed.length; at += 97) {
      const other = given.signed[at] === 'x' ? 'y' : 'x';
      const signed = given.signed.slice(0, at) + other + given.signed.slice(at + 1);
      expect(await check({ ...given, signed })).toMatchObject({ valid: false });
    }
    const signature = Buffer.from(given.signature, 'base64');
    signature[5] = (signature[5] ?? 0) ^ 1;
    expect(await check({ ...given, signature: signature.toString('base64') })).toMatchObject({
      valid: false,
    });
    expect(await check({ ...given, key_id: 'of nobody' })).toMatchObject({ valid: false });
  });

  it('S89 is checked with a key of this Pushboard alone, whatever key it names or brings', async () => {
    const given = await receipt();
    const own = generateKeyPairSync('ed25519');
    const publicKey = own.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const ownId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
    const signature = sign(null, Buffer.from(given.signed), own.privateKey).toString('base64');
    expect(await check({ ...given, signature })).toMatchObject({ valid: false });
    const reason = 'This Pushboard never had this key.';
    expect(await check({ ...given, signature, key_id: ownId })).toEqual({ valid: false, reason });
    const brought = { ...given, signature, key_id: ownId, public_key: publicKey };
    expect(await send('POST', '/receipts/verify', { body: brought })).not.toMatchObject({
      body: { valid: true },
    });
  });

  it('leaves out hidden inputs for runners, and the hash of a masked result', async () => {
    await prisma().$executeRaw`update run_definition set content =
      jsonb_set(content::jsonb, '{inputs}', (select jsonb_agg(i || '{"hidden": true}') from jsonb_array_elements(content::jsonb -> 'inputs') i))::text`;
    await prisma().command.update({
      where: { commandId: refund.commandId },
      data: { maskedOutputs: [{ kind: 'column', path: 'email' }] },
    });
    expect(JSON.parse((await receipt()).signed)).toMatchObject({ values: {}, result: { sha256: null } });
    expect(JSON.parse((await receipt(people.engineer)).signed)).toMatchObject({ values: { order_id: 7 } });
  });

  it('S52 S54 is signed by a key that is sealed; when it can no longer be opened, a new one signs and the old one still checks', async () => {
    const before = await receipt();
    const { sealedPrivateKey } = await prisma().receiptKey.findFirstOrThrow();
    expect(Buffer.from(sealedPrivateKey).toString('latin1')).not.toContain('PRIVATE');
    await prisma().receiptKey.updateMany({ data: { sealedPrivateKey: new Uint8Array(80) } });
    const after = await receipt();
    expect(after.key_id).not.toBe(before.key_id);
    expect(await check(before)).toMatchObject({ valid: true });
    expect(await check(after)).toMatchObject({ valid: true });
    expect((await publicKeys()).map(({ retired_at: retired }) => retired === null)).toEqual([true, false]);
  });

  it('is signed by a new key after the operator asked for one; the old key checks what it signed before, and nothing later', async () => {
    const before = await receipt();
    const [line = ''] = await rotateReceiptKey();
    const after = await receipt();
    expect(after.key_id).not.toBe(before.key_id);
    expect(line).toContain(after.key_id);
    expect(await check(before)).toEqual({ valid: true, reason: null });
    expect(await check(after)).toEqual({ valid: true, reason: null });
    expect((await publicKeys()).filter(({ retired_at }) => retired_at === null)).toHaveLength(1);
    // Someone who has the old key signs a receipt today.
    await sql.query("update receipt_key set retired_at = retired_at - interval '1 hour' where key_id = $1", [
      before.key_id,
    ]);
    expect(await check(before)).toMatchObject({ valid: false, reason: expect.stringContaining('no longer') });
  });

  it('is made when the run has ended', async () => {
    const going = await createEndedRun(ORG_A, refund, people.runner);
    await prisma().run.update({ where: { runId: going }, data: { status: 'running', endedAt: null } });
    expect((await send('GET', `/${ORG_A}/receipts/${going}`, { as: people.runner })).status).toBe(409);
  });
});
