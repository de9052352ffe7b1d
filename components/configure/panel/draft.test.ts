import { expect, test } from 'vitest';
import {
  changesOf,
  conflictsOf,
  differing,
  edit,
  keepMine,
  noDraft,
  settle,
  shownFields,
  takeTheirs,
  unsent,
} from './draft';

const saved = { name: 'Refund', note: null, hidden: false };

test('a changed field is shown and saved; others follow what is saved', () => {
  const draft = edit(saved, noDraft, 'name', 'Refund an order');
  expect(shownFields(saved, draft)).toEqual({ ...saved, name: 'Refund an order' });
  expect(shownFields({ ...saved, hidden: true }, draft).hidden).toBe(true);
  expect(changesOf(saved, draft)).toEqual({ name: 'Refund an order' });
});

test('back to what is saved is no change', () => {
  const draft = edit(saved, edit(saved, noDraft, 'name', 'x'), 'name', 'Refund');
  expect(draft).toEqual(noDraft);
});

test('only a field that another person changed meanwhile is a conflict', () => {
  const draft = edit(saved, noDraft, 'name', 'Mine');
  expect(conflictsOf(saved, draft)).toEqual([]);
  expect(conflictsOf({ ...saved, note: 'new' }, draft)).toEqual([]);
  expect(conflictsOf({ ...saved, name: 'Theirs' }, draft)).toEqual(['name']);
  expect(conflictsOf({ ...saved, name: 'Mine' }, draft)).toEqual([]);
});

test('typing on does not forget how it stood when one began', () => {
  const draft = edit(saved, noDraft, 'name', 'Mine');
  const theirs = { ...saved, name: 'Theirs' };
  expect(conflictsOf(theirs, edit(theirs, draft, 'name', 'Mine too'))).toEqual(['name']);
});

test('a conflict ends with one of both', () => {
  const theirs = { ...saved, name: 'Theirs' };
  const draft = edit(saved, noDraft, 'name', 'Mine');
  const mine = keepMine(theirs, draft, 'name');
  expect([conflictsOf(theirs, mine), changesOf(theirs, mine)]).toEqual([[], { name: 'Mine' }]);
  expect(takeTheirs(draft, 'name')).toEqual(noDraft);
});

test('fields that were saved with the same value and unknown fields leave the draft', () => {
  const draft = { ...edit(saved, noDraft, 'name', 'Mine'), gone: { before: 1, mine: 2 } };
  expect(settle({ ...saved, name: 'Mine' }, draft)).toEqual(noDraft);
  expect(settle(saved, draft)).toEqual({ name: { before: 'Refund', mine: 'Mine' } });
});

test('what differs is named', () => {
  expect(differing(saved, { ...saved, note: 'x', hidden: true })).toEqual(['note', 'hidden']);
});

test('what is changed while a save is on its way stays, from what was saved', () => {
  const sent = { name: 'Refund an order', hidden: true };
  const pressed = edit(saved, edit(saved, noDraft, 'name', sent.name), 'hidden', true);
  const draft = edit(saved, edit(saved, pressed, 'name', 'Refund orders'), 'note', 'typed next');
  const after = { ...saved, ...sent };
  expect(conflictsOf(after, draft, sent)).toEqual([]);
  const left = unsent(sent, draft);
  expect(left).toEqual({
    name: { before: 'Refund an order', mine: 'Refund orders' },
    note: { before: null, mine: 'typed next' },
  });
  expect(conflictsOf(after, left)).toEqual([]);
  expect(conflictsOf({ ...after, name: 'Theirs' }, left)).toEqual(['name']);
});
