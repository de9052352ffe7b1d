import { expect, test } from 'vitest';
import { withFileNames } from './file-names';

test.each([
  ['data:text/plain;name=receipt.txt;base64,aGVsbG8=', 'receipt.txt'],
  ['data:text/plain;name=my%20receipt.txt;base64,aGVsbG8=', 'my receipt.txt'],
  ['data:text/plain;name=100%.txt;base64,aGVsbG8=', '100%.txt'],
  ['data:image/png;base64,aGVsbG8=', 'File'],
  ['["data:a/b;name=1.txt;base64,aGVs","data:a/b;name=2.txt;base64,aGVs"]', '["1.txt","2.txt"]'],
  // As lists cut long values off.
  ['{"note":"x","file":"data:a/b;name=1.txt;base64,aGVs…', '{"note":"x","file":"1.txt'],
  ['{"note":"x","file":"data:a/b;name=1.txt;sha256=0a…', '{"note":"x","file":"1.txt'],
  ['{"note":"x","file":"data:a/b…', '{"note":"x","file":"File'],
  // As runs are stored.
  [`data:text/plain;name=note.txt;sha256=${'0a'.repeat(32)},`, 'note.txt'],
  [`data:image/png;sha256=${'0a'.repeat(32)},`, 'File'],
  [`sha256=${'0a'.repeat(32)},`, 'File'],
  [
    `["data:a/b;name=1.txt;sha256=${'0a'.repeat(32)},","data:a/b;name=2.txt;sha256=${'0b'.repeat(32)},"]`,
    '["1.txt","2.txt"]',
  ],
  ['sha256=0a, a part of a text', 'sha256=0a, a part of a text'],
  ['no file: data:,x', 'no file: data:,x'],
])('%s is shown as %s', (text, shown) => {
  expect(withFileNames(text)).toBe(shown);
});
