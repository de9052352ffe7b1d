import { describe, expect, it } from 'vitest';
import { jsonResponse } from './json-response';

describe('a JSON response', () => {
  it('is left alone if it is short, and may be compressed in transit if it is long', async () => {
    const short = jsonResponse('{}', 200, new Headers({ 'Cache-Control': 'no-store' }));
    expect(short.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(await short.json()).toEqual({});
    const text = JSON.stringify('x'.repeat(10_000));
    const long = jsonResponse(text, 201, new Headers({ 'Cache-Control': 'no-store' }));
    expect(long.headers.get('cache-control')).toBe('no-store');
    expect([long.status, await long.text()]).toEqual([201, text]);
  });
});
