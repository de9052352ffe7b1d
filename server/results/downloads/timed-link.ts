import { clock } from '@/server/base/clock';
import { AppError } from '@/server/base/errors';
import { open, seal } from '@/server/base/secrets/seal';

const GOOD_FOR_MS = 5 * 60_000;

/** The part of a link that proves what it allows, for five minutes. */
export function sealedLink(purpose: string): string {
  const until = String(clock.now().getTime() + GOOD_FOR_MS);
  return seal(until, purpose).toString('base64url');
}

/** Throws 403 if the link is invalid, expired, or for another purpose. */
export function checkSealedLink(link: string, purpose: string): void {
  let until: number;
  try {
    until = Number(open(Buffer.from(link, 'base64url'), purpose));
  } catch (cause) {
    throw new AppError('forbidden', 'This link is not yours, or is for something else.', { cause });
  }
  if (clock.now().getTime() > until) {
    throw new AppError('forbidden', 'This link is older than five minutes. Download the result again.');
  }
}
