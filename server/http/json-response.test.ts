import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonResponse } from '@/server/http/json-response';

const large = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `item ${index}`));

describe('an answer of JSON', () => {
  it('is compressed where it is large, and says so', async () => {
    const response = await jsonResponse(large, 201, new Headers({ 'X-Request-Id': 'r' }), 'br, gzip;q=0.8');
    expect(response.status).toBe(201);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
      'x-request-id': 'r',
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(large.length / 3);
    expect(gunzipSync(bytes).toString()).toBe(large);
  });

  it.each([null, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
    'is sent as it is to who accepts %j',
    async (accepted) => {
      const response = await jsonResponse(large, 200, new Headers(), accepted);
      expect(response.headers.has('content-encoding')).toBe(false);
      expect(await response.text()).toBe(large);
    },
  );

  it('is sent as it is where it is small', async () => {
    const response = await jsonResponse('{}', 200, new Headers(), 'gzip');
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(await response.text()).toBe('{}');
  });
});
