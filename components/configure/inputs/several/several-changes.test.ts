import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { choicesOf, neverFilled, requestOf, severalKeys } from './several-changes';

const text = sampleInput('note', { inputId: 1 });
const mood = sampleInput('mood', { inputId: 2 }, { options: ['happy', 'sad'] });

test('every setting has its values in words, and none twice', () => {
  expect(choicesOf('hidden')).toEqual([
    { label: 'Hidden', value: true },
    { label: 'Visible', value: false },
  ]);
  expect(choicesOf('colSpan').slice(0, 2)).toEqual([
    { label: 'Fits the row', value: null },
    { label: 'A quarter', value: 3 },
  ]);
  for (const key of severalKeys) {
    const labels = choicesOf(key).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  }
});

test('a control is given only to the inputs that it fits', () => {
  expect(requestOf([text, mood], { componentKind: 'radio', hidden: true })).toEqual([
    { inputId: 1, hidden: true },
    { inputId: 2, hidden: true, componentKind: 'radio' },
  ]);
  expect(requestOf([text], { componentKind: null })).toEqual([{ inputId: 1, componentKind: null }]);
});

test('the inputs that nothing would fill in are named', () => {
  const filled = sampleInput('filled', { defaultValue: 'x' });
  expect(neverFilled([text, filled], { hidden: true })).toEqual([text]);
  expect(neverFilled([text], { hidden: true, defaultAmbiguousInput: 'omit' })).toEqual([]);
});
