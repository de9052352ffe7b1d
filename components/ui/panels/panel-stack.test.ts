import { expect, test } from 'vitest';
import { DEEPEST_STACK, popPanel, popToPanel, pushPanel, replacePanel } from './panel-stack';

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

test('replacing changes the top alone', () => {
  expect(replacePanel(['a:1', 'b:1'], 'c:1')).toEqual(['a:1', 'c:1']);
  expect(replacePanel([], 'c:1')).toEqual(['c:1']);
});
