import { expect, it } from 'vitest';
import { printable, tableText } from './table';

it('aligns cells below their headings', () => {
  expect(
    tableText(
      ['ID', 'Name'],
      [
        ['1', 'Lena'],
        ['20', 'Ärö\nx'],
      ],
      null,
    ),
  ).toBe(['ID  Name', '──  ─────', '1   Lena', '20  Ärö x'].join('\n'));
});

it('takes from the widest column what the terminal has no room for', () => {
  const lines = tableText(['ID', 'Name'], [['1', 'A very long name']], 14).split('\n');
  expect(lines.at(-1)).toBe('1   A very lo…');
});

it('leaves nothing in a text that a terminal would obey', () => {
  expect(printable('a\u001b]0;owned\u0007b\nc\u009bd')).toBe('a�]0;owned�b\nc�d');
});
