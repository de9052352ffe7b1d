import { expect, it } from 'vitest';
import { GET } from '@/app/metrics/route';
import { GET as GET_STATS } from '@/app/stats/route';
import { withApp } from '../support/app/app';

withApp();

it.each<Record<string, string>>([{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }])(
  'S23 without a token there are no metrics, for %j neither',
  async (headers) => {
    const response = await GET(new Request('http://localhost:3000/metrics', { headers }));
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Not found\n');
    const stats = await GET_STATS(new Request('http://localhost:3000/stats', { headers }));
    expect([stats.status, await stats.text()]).toEqual([404, 'Not found\n']);
  },
);
