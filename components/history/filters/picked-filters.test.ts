import { expect, test } from 'vitest';
import { chosenId, withChosen } from './picked-filters';

test('a picked person replaces the one before, and leaves the other filters', () => {
  const filters = withChosen(['kit_id:3', 'user_id:auth0|a', 'ol_id:2'], 'user_id', 'b:c');
  expect(filters).toEqual(['kit_id:3', 'ol_id:2', 'user_id:b:c']);
  expect(chosenId(filters, 'user_id')).toBe('b:c');
  expect(chosenId(filters, 'kit_id')).toBe('3');
  expect(withChosen(filters, 'kit_id', null)).toEqual(['ol_id:2', 'user_id:b:c']);
});

test('a filter that excludes a person picks no one', () => {
  expect(chosenId(['user_id~:a'], 'user_id')).toBeNull();
});
