import { expect, test } from 'vitest';
import { dayInWords } from './day-in-words';

test('days are short, and other years say theirs', () => {
  const today = new Date(2026, 10, 21);
  expect(dayInWords('2026-11-16', today)).toBe('Mon, Nov 16');
  expect(dayInWords('2025-12-31', today)).toBe('Wed, Dec 31, 2025');
});
