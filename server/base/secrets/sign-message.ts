import { createHmac, timingSafeEqual } from 'node:crypto';

const macOf = (key: string, seconds: number, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest();

/**
 * The signature of a message, over its time and body: `t={seconds},v1={HMAC-SHA-256 in hex}`. A receiver computes the same
 * of `{seconds}.{body}`, and refuses old times.
 */
export function signatureOf(key: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${macOf(key, seconds, Buffer.from(body)).toString('hex')}`;
}

export interface Signature {
  seconds: number;
  /** In hex. */
  mac: string;
}

/** Reads a signature as `signatureOf` writes it; null for other text. */
export function readSignature(text: string | null): Signature | null {
  const [, seconds, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(text?.trim() ?? '') ?? [];
  return seconds === undefined || mac === undefined ? null : { seconds: Number(seconds), mac };
}

/** Whether a message has this signature. It takes the same time whatever differs. */
export const isSignedBy = (key: string, body: Buffer, { seconds, mac }: Signature): boolean =>
  timingSafeEqual(macOf(key, seconds, body), Buffer.from(mac, 'hex'));
