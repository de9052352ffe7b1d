import { expect, test } from 'vitest';
import { readVariables } from './variables-file';

test.each([
  ['A=1\nB = two words \n', { A: '1', B: 'two words' }],
  ['# comment\nexport A=1 # why\nB=a#b', { A: '1', B: 'a#b' }],
  ['A="x # y"\nB=\'$HOME "z"\'', { A: 'x # y', B: '$HOME "z"' }],
  ['A="line 1\\nline \\"2\\""', { A: 'line 1\nline "2"' }],
  ['KEY="-----BEGIN\nabc\n-----END"\nB=2', { KEY: '-----BEGIN\nabc\n-----END', B: '2' }],
  ['\uFEFFA=\r\nB=$A', { A: '', B: '$A' }],
])('%j has these variables', (text, variables) => {
  expect(readVariables(text)).toEqual({ variables, unread: [] });
});

test('lines that are no variables are named', () => {
  expect(readVariables('A=1\nnothing\n1B=2\nC="open\nD=3')).toEqual({
    variables: { A: '1', D: '3' },
    unread: [2, 3, 4],
  });
});
