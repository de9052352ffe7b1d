import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { holdTyping, takeTyping } from './early-typing';

const page = new EventTarget();
beforeAll(() => {
  vi.stubGlobal('window', page);
});

/** Whether the key went nowhere else. */
const press = (key: string, more: Partial<KeyboardEvent> = {}): boolean =>
  !page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ...more }));

afterEach(() => void takeTyping());

test('what is typed before there is a search box goes there, and nowhere else', () => {
  expect(press('x')).toBe(false);
  holdTyping();
  expect([press('b'), press('e'), press('x'), press('Backspace'), press('s'), press('Enter')]).not.toContain(
    false,
  );
  expect(press('Tab')).toBe(false);
  expect(press('c', { ctrlKey: true })).toBe(false);
  expect(takeTyping()).toBe('bes');
  expect(press('t')).toBe(false);
  expect(takeTyping()).toBe('');
});

test('Escape and a press give the keys back', () => {
  holdTyping();
  press('a');
  press('Escape');
  expect(press('b')).toBe(false);
  holdTyping();
  page.dispatchEvent(new Event('pointerdown'));
  expect(press('c')).toBe(false);
});
