import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { env } from '@/server/base/env';

/** Until the test ends, or until the returned function is called, what was sealed before can't be opened. */
export function loseKeys(): () => void {
  const ring = env().encryptionKeys;
  const putBack = () => {
    env().encryptionKeys = ring;
  };
  onTestFinished(putBack);
  env().encryptionKeys = [{ id: 'later', key: randomBytes(32) }];
  return putBack;
}
