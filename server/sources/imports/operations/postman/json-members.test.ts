import { expect, test } from 'vitest';
import { jsonMembers, withoutComments } from './json-members';

const joined = (text: string): string | undefined => {
  const cut = jsonMembers(text);
  return cut === null
    ? undefined
    : cut.open + cut.members.map(({ head, value, tail }) => head + value + tail).join(',') + cut.close;
};

test.each([
  '{"a":1}',
  ' {\n "a" : [1, {"b": "},"}] ,\t"c":"\\"{{x}}" , "a": {{n}} }\n',
  '{"a": {"b": [{{n}}, "{"]}, "\\u0061": -1.50e+3, "é": null}',
  '{"{{key}}": {{ a b }}}',
])('the members of an object are its text again: %s', (text) => {
  expect(joined(text)).toBe(text);
});

test('members have their names, and their values as they are written', () => {
  const cut = jsonMembers('{"\\u0061" : 1.10 , "b":{"c": {{n}}}}');
  expect(cut?.members.map(({ name, value }) => [name, value])).toEqual([
    ['a', '1.10'],
    ['b', '{"c": {{n}}}'],
  ]);
});

test.each(['', '{}', '{ }', '[1]', '"x"', '{"a"', '{"a":', '{"a": [1', '{"a" 1}', '{a: 1}'])(
  'what is no object with members is refused: %s',
  (text) => expect(jsonMembers(text)).toBeNull(),
);

test('comments are removed, except those that are text', () => {
  expect(withoutComments('{ // a "b"\n "c": "// \\" /* d */", /* e\n */ "f": 1 }')).toBe(
    '{ \n "c": "// \\" /* d */",  "f": 1 }',
  );
});
