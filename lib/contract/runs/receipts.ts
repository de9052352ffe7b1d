import { z } from 'zod';
import { longPathId, none, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** A receipt as its file holds it: the text that was signed, its Ed25519 signature in base64, and the key. */
export const receiptFile = requestBody({
  signed: ['signed', z.string().max(5_000_000)],
  signature: ['signature', z.string().max(200)],
  keyId: ['key_id', z.string().max(100)],
});

export const readReceipt = operation({
  id: 'readReceipt',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/receipts/{runId}',
  summary: 'A signed receipt of a run: who ran what, with which values, when, and how it ended',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId' },
  params: z.strictObject({ orgId: textId, runId: longPathId }),
  query: none,
  body: null,
  answer: { kind: 'file' },
});

export const listReceiptKeys = operation({
  id: 'listReceiptKeys',
  method: 'GET',
  effect: 'read',
  path: '/receipts/keys',
  summary: 'The public keys of receipts, those of the past included',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(
      resource({
        keyId: ['key_id', z.string()],
        algorithm: ['algorithm', z.literal('Ed25519')],
        /** In PEM, as OpenSSL reads it. */
        publicKey: ['public_key', z.string()],
        createdAt: ['created_at', time],
        /** When another key took over; null for the one that signs now. */
        retiredAt: ['retired_at', time.nullable()],
      }),
    ),
  },
});

export const verifyReceipt = operation({
  id: 'verifyReceipt',
  method: 'POST',
  effect: 'read',
  path: '/receipts/verify',
  summary: 'Whether this Pushboard signed a receipt, and nothing in it was changed since',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: receiptFile,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({ isValid: ['valid', z.boolean()], reason: ['reason', z.string().nullable()] }),
  },
});
