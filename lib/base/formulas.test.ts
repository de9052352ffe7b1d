import { expect, test } from 'vitest';
import { GuardedPieces, looksLikeFormula, withGuards, withoutGuards } from './formulas';

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

test('S50 formulas within a text are guarded wherever its pieces are cut', () => {
  const text = `a;=b\n- item; "@SUM(1)\t-5;+${'1+'.repeat(600)}cmd|x;-c ;-)`;
  const guarded = `a;'=b\n- item; "'@SUM(1)\t-5;'+${'1+'.repeat(600)}cmd|x;-c ;-)`;
  expect(withGuards(text)).toBe(guarded);
  expect(withoutGuards(guarded)).toBe(text);
  for (const length of [1, 7, 500, 5000]) {
    const pieces = new GuardedPieces();
    let passed = '';
    for (let at = 0; at < text.length; at += length) passed += pieces.push(text.slice(at, at + length));
    expect(passed + pieces.end()).toBe(guarded);
  }
});

test('S41 a text of nothing but ends and blanks is read once', () => {
  const startedAtMs = performance.now();
  for (const part of [';', '\n', '; ', ';"']) withGuards(part.repeat(200_000));
  withGuards(`;${' '.repeat(200_000)}`);
  expect(performance.now() - startedAtMs).toBeLessThan(2000);
});
