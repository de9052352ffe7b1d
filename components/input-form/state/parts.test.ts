import { expect, test } from 'vitest';
import { sampleInput } from '../gallery/sample-input';
import { itemOf, partsOf, textOfParts, valueOfParts } from './parts';

const text = sampleInput('a').type;
const object = sampleInput(
  'o',
  {},
  {
    jsonType: 'object',
    properties: [
      { key: 'street', type: text },
      { key: '__proto__', type: text },
    ],
  },
).type;
const list = sampleInput('l', {}, { jsonType: 'array', element: object }).type;

test('an object is its attributes, whatever they are called, and back', () => {
  const value = JSON.parse('{"__proto__": "x", "street": "High"}');
  const parts = partsOf(object, value);
  expect(parts.map(({ name, value }) => [name, value])).toEqual([
    ['street', 'High'],
    ['__proto__', 'x'],
  ]);
  expect(JSON.stringify(valueOfParts(object, parts))).toBe('{"street":"High","__proto__":"x"}');
});

test('an object without any attribute filled in is no value', () => {
  expect(valueOfParts(object, partsOf(object, undefined))).toBeUndefined();
});

test('a list is its items; one that nothing was filled into is an empty object, and none are no value', () => {
  const parts = [...partsOf(list, [{ street: 'High' }]), itemOf(object, 1, undefined)];
  expect(valueOfParts(list, parts)).toEqual([{ street: 'High' }, {}]);
  expect(valueOfParts(list, [])).toBeUndefined();
});

test('what is no value yet is kept as it was typed, within the text of the whole', () => {
  const [street] = partsOf(object, { street: 'High' });
  const half = { ...itemOf(text, 0, undefined), name: '__proto__', unreadableText: '{"a":' };
  expect(textOfParts(object, street === undefined ? [] : [street, half])).toBe(
    '{"street": "High", "__proto__": {"a":}',
  );
});
