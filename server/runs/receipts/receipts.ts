import { sign, verify } from 'node:crypto';
import { z } from 'zod';
import { exactJson } from '@/lib/base/exact-json';
import type {
  listReceiptKeys as listReceiptKeysOperation,
  readReceipt as readReceiptOperation,
  verifyReceipt as verifyReceiptOperation,
} from '@/lib/contract/runs/receipts';
import type { Context, FileDownload } from '@/server/operations/context';
import { findReceiptKey, receiptKeys, signingKey } from '@/server/runs/receipts/receipt-keys';
import { receiptOf } from '@/server/runs/receipts/receipt-of';

/** A receipt of a run as a file. What was signed is in it as text, byte for byte, so that any program can check it. */
export async function readReceipt({ subject }: Context<typeof readReceiptOperation>): Promise<FileDownload> {
  const signed = exactJson(await receiptOf(subject), 2);
  const { keyId, privateKey } = await signingKey();
  const signature = sign(null, Buffer.from(signed), privateKey).toString('base64');
  const file = JSON.stringify({ signed, signature, key_id: keyId }, null, 2);
  async function* chunks() {
    yield `${file}\n`;
  }
  return {
    fileName: `receipt of run ${subject.runId}.json`,
    contentType: 'application/json',
    chunks: chunks(),
  };
}

export async function listReceiptKeys(_: Context<typeof listReceiptKeysOperation>) {
  const keys = await receiptKeys();
  return keys.map((key) => ({
    keyId: key.key_id,
    algorithm: 'Ed25519' as const,
    publicKey: key.public_key,
    createdAt: key.created_at.toISOString(),
    retiredAt: key.retired_at?.toISOString() ?? null,
  }));
}

/** Checks a receipt against the public key that it names. */
export async function verifyReceipt({ body }: Context<typeof verifyReceiptOperation>) {
  const key = await findReceiptKey(body.keyId);
  if (key === null) return { isValid: false, reason: 'This Pushboard never had this key.' };
  const signature = Buffer.from(body.signature, 'base64');
  const isValid = verify(null, Buffer.from(body.signed), key.public_key, signature);
  if (isValid && key.retired_at !== null && issuedAfter(body.signed, key.retired_at)) {
    return { isValid: false, reason: 'This key no longer signed at the time that the receipt says.' };
  }
  return { isValid, reason: isValid ? null : 'The receipt or its signature was changed.' };
}

/** The clocks of the web process and the database differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

function issuedAfter(signed: string, time: Date): boolean {
  const { data } = ISSUED.safeParse(signed);
  return data === undefined || Date.parse(data.issued_at) > time.getTime() + CLOCKS_DIFFER_MS;
}

const ISSUED = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Not JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.looseObject({ issued_at: z.iso.datetime() }));
