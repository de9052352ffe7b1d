import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { readUrlParams, writeUrlParams } from './url-params';

const inputs = [
  sampleInput('name'),
  sampleInput('secret', {}, { inputType: 'password' }),
  sampleInput('locked', { locked: true }),
  sampleInput('hidden', { hidden: true }),
];

test('typed values go to the URL and come back', () => {
  const text = writeUrlParams(inputs, { name: 'x & "y"' });
  expect(text).not.toBeNull();
  expect(readUrlParams(inputs, text)).toEqual({ ok: true, values: { name: 'x & "y"' }, unknown: [] });
});

test('secrets, locked and hidden inputs stand in no URL, and none is taken from one', () => {
  const all = { secret: 's', locked: 'l', hidden: 'h', unknown: 'u' };
  expect(writeUrlParams(inputs, all)).toBeNull();
  expect(readUrlParams(inputs, JSON.stringify(all))).toEqual({ ok: true, values: {}, unknown: ['unknown'] });
});

test('values that are too long for a URL are left out of it', () => {
  expect(writeUrlParams(inputs, { name: 'x'.repeat(5_000) })).toBeNull();
});

test.each(['{"a":', '[1]', '"x"', 'null', ''])('%s is no set of values', (text) => {
  expect(readUrlParams(inputs, text)).toEqual({ ok: false });
});
