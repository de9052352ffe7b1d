import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { GET as readyz } from '@/app/readyz/route';
import { pool } from '@/server/base/database/db';
import { registerKeyRing } from '@/server/base/installation/canaries';
import { findMissingKeys, missingKeyWords } from '@/server/base/installation/missing-keys';
import { forgetProcessWide } from '@/server/base/process-wide';
import { type SealingKey, seal } from '@/server/base/secrets/seal';
import { asSuperuser, withApp } from '../../support/app/app';

const key = (id: string): SealingKey => ({ id, key: randomBytes(32) });
const [older, newer] = [key('k1'), key('k2')];
const textOf = (one: SealingKey) => `${one.id}:${one.key.toString('base64')}`;

withApp({ ENCRYPTION_KEYS: textOf(older) });

it('a key that sealed something in use and left the ring is named by the start, and by /readyz', async () => {
  await registerKeyRing(async () => true, [older]);
  expect(await findMissingKeys([older])).toEqual([]);
  // Nothing is sealed with it, so nothing misses it.
  expect(await findMissingKeys([newer])).toEqual([]);

  const sealed = seal('{}', 'receipt', [older]).toString('hex');
  await asSuperuser(`set session_replication_role = replica;
    insert into session (token_hash, user_id, expires_at, sealed_id_token)
      select sha256(n::text::bytea), 'ana', now(), '\\x${sealed}' from generate_series(7, 8) n`);
  expect(await findMissingKeys([newer, older])).toEqual([]);
  const missing = await findMissingKeys([newer]);
  expect(missing).toEqual([{ keyId: 'k1', values: 2 }]);
  expect(missingKeyWords(missing)).toMatch(
    /^ENCRYPTION_KEYS lacks the key k1, which sealed 2 values\. .*npm run keys -- status/,
  );

  await pool().end();
  forgetProcessWide();
  process.env.ENCRYPTION_KEYS = textOf(newer);
  expect(await (await readyz()).json()).toMatchObject({ status: 'ready', missing_keys: ['k1'] });
});
