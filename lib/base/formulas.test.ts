import { expect, test } from 'vitest';
import { looksLikeFormula } from './formulas';

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  "=cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\u3000=1+1',
  '\ufeff=1+1',
  '\u200b=1+1',
  `${' '.repeat(100)}=1+1`,
  '+49-170',
  '+49 @x',
  '-infinity()',
  '＝1+1',
  '＋1',
  '－1+1',
  '＠SUM(A1)',
])('S50 %j is taken for a formula', (text) => {
  expect(looksLikeFormula(text)).toBe(true);
});

test.each([
  '',
  'a=1',
  '-5',
  '+.5',
  ' -1.5e9',
  '-Infinity',
  '-infinity',
  '+49 (0) 170 123',
  "'=1+1",
  '"=1',
  '(1)',
  'ＡＢＣ',
  '１',
  ' a',
])('S50 %j is not', (text) => {
  expect(looksLikeFormula(text)).toBe(false);
});
