import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonResponse } from './json-response';

const long = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => ({ index, name: 'Größe' })));

describe('an answer of JSON', () => {
  it.each(['gzip', 'br, gzip;q=0.5', 'GZIP', 'deflate , gzip; q=1.0'])(
    'is compressed when it is long and the caller takes that: %s',
    async (accepted) => {
      const response = await jsonResponse(long, 200, new Headers(), accepted);
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(long);
    },
  );

  it.each([null, '', 'br', 'gzip;q=0', 'gzip; q=0.000', 'x-gzipped'])(
    'is left as it is for a caller who does not: %s',
    async (accepted) => {
      const response = await jsonResponse(long, 200, new Headers(), accepted);
      expect(response.headers.has('content-encoding')).toBe(false);
      expect(await response.text()).toBe(long);
    },
  );

  it('is left as it is when it is short', async () => {
    const response = await jsonResponse('{"a":1}', 201, new Headers(), 'gzip');
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(await response.text()).toBe('{"a":1}');
  });
});
