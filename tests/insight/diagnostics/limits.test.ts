import { beforeAll, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp({ DIAGNOSTICS_PER_MINUTE: '10' });

beforeAll(createOrganizations);

it('S66 a person, and an address without a sign-in, may ask for so many checks a minute', async () => {
  const nowMs = clock.nowMs();
  vi.spyOn(clock, 'nowMs').mockReturnValue(nowMs);
  const path = '/diagnostics/helloflank';
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const statuses = async (sent: Parameters<typeof send>[2]) =>
    (await Promise.all(Array.from({ length: 12 }, () => send('GET', path, sent)))).map(
      ({ status }) => status,
    );
  const tenPass = [...Array(10).fill(200), 429, 429];
  expect((await statuses(from('192.0.2.1'))).sort()).toEqual(tenPass);
  expect((await statuses({ as: people.runner })).sort()).toEqual(tenPass);
  expect((await send('GET', path, from('192.0.2.2'))).status).toBe(200);
  const { status, headers } = await send('GET', `/diagnostics/org/${ORG_A}/db`, { as: people.orgAdmin });
  expect([status, headers.get('retry-after')]).toEqual([200, null]);
  const refused = await send('GET', path, from('192.0.2.1'));
  expect(refused.headers.get('retry-after')).toBe('6');
});
