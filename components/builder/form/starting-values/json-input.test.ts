import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { readJsonInput } from './json-input';

const inputs = [sampleInput('a'), sampleInput('b'), sampleInput('c', { locked: true })];

test('values are taken, and what is missing, locked, or unknown is said', () => {
  expect(readJsonInput(inputs, '{"a": "1", "c": "2", "x": 3}')).toEqual({
    ok: true,
    values: { a: '1' },
    notes: ['FYI: missing b', 'FYI: c are locked and will not be updated', 'FYI: this command has no x'],
  });
});

test('what is no JSON object is refused in words', () => {
  expect(readJsonInput(inputs, '{')).toEqual({ ok: false, message: 'JSON is not valid' });
  expect(readJsonInput(inputs, '[]')).toEqual({ ok: false, message: 'JSON must be an object' });
});
