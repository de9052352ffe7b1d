import { expect, it } from 'vitest';
import { curlExample, exampleBody } from './example';

it('an example has something at each path', () => {
  const values = [
    { path: 'order.id', example: 1 },
    { path: 'order.lines[1].sku', example: 'x' },
    { path: '["a b"]', example: true },
    { path: 'a..b', example: 2 },
    { path: 'many[5000]', example: 3 },
  ];
  expect(exampleBody(values)).toEqual({
    order: { id: 1, lines: [null, { sku: 'x' }] },
    'a b': true,
  });
});

it('an example of a strange key pollutes nothing', () => {
  const made = exampleBody([{ path: '__proto__.polluted', example: 1 }]);
  expect(JSON.stringify(made)).toBe('{"__proto__":{"polluted":1}}');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

it('the empty path is the whole body', () => {
  expect(exampleBody([{ path: '', example: 'all' }])).toBe('all');
});

it('a quote in a body doesn’t end the shell’s', () => {
  expect(curlExample('https://x.example', { a: "it's" })).toContain(`body='{"a":"it'\\''s"}'`);
});
