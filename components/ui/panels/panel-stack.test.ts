import { expect, test } from 'vitest';
import { closePanel, DEEPEST_STACK, popPanel, popToPanel, pushPanel, replacePanel } from './panel-stack';

test('panels stack, and come off one by one', () => {
  expect(pushPanel(['share:1'], 'person:2')).toEqual(['share:1', 'person:2']);
  expect(popPanel(['share:1', 'person:2'])).toEqual(['share:1']);
  expect(popPanel([])).toEqual([]);
});

test('the panel on top is not opened twice', () => {
  expect(pushPanel(['share:1'], 'share:1')).toEqual(['share:1']);
});

test(`no more than ${DEEPEST_STACK} panels stack`, () => {
  const full = Array.from({ length: DEEPEST_STACK }, (_, index) => `run:${index}`);
  expect(pushPanel(full, 'share:1')).toEqual(full);
});

test('one goes back to a panel further down, or stays where it is not there', () => {
  const stack = ['a:1', 'b:1', 'c:1'];
  expect(popToPanel(stack, 'a:1')).toEqual(['a:1']);
  expect(popToPanel(stack, 'x:1')).toEqual(stack);
});

test('a panel that closes itself once something is saved closes no other', () => {
  const saved = ['configure:1', 'http-headers:1'];
  expect(closePanel(saved, 'http-headers:1', saved)).toEqual(['configure:1']);
  // Escape was pressed meanwhile.
  expect(closePanel(['configure:1'], 'http-headers:1', saved)).toEqual(['configure:1']);
  // Another panel was opened over it.
  const over = [...saved, 'run:1'];
  expect(closePanel(over, 'http-headers:1', over)).toEqual(over);
  expect(closePanel([...saved, 'unknown'], 'http-headers:1', saved)).toEqual(['configure:1']);
});

test('replacing changes the top alone', () => {
  expect(replacePanel(['a:1', 'b:1'], 'c:1')).toEqual(['a:1', 'c:1']);
  expect(replacePanel([], 'c:1')).toEqual(['c:1']);
});
