import { expect, test } from 'vitest';
import { recognize } from './recognize';

const thing = (id: string, ...likeness: string[]) => ({ id, likeness });

const pairs = (gone: ReturnType<typeof thing>[], come: ReturnType<typeof thing>[]) =>
  [...recognize(gone, come)].map(([arrived, vanished]) => [vanished.id, arrived.id]);

test('the strongest mark decides first, and the next one decides the rest', () => {
  const gone = [thing('a', 'oid 1', 'name f'), thing('b', 'oid 2', 'name g')];
  const come = [thing('c', 'oid 9', 'name g'), thing('d', 'oid 1', 'name h')];
  expect(pairs(gone, come)).toEqual([
    ['a', 'd'],
    ['b', 'c'],
  ]);
});

test('a mark that two things on one side share is ignored', () => {
  expect(pairs([thing('a', 'f')], [thing('b', 'f'), thing('c', 'f')])).toEqual([]);
  expect(pairs([thing('a', 'f'), thing('b', 'f')], [thing('c', 'f')])).toEqual([]);
});

test('nothing is recognized twice, and nothing without marks', () => {
  const gone = [thing('a', 'x', 'y')];
  expect(pairs(gone, [thing('b', 'x', 'z'), thing('c', 'w', 'y')])).toEqual([['a', 'b']]);
  expect(pairs([thing('a')], [thing('b')])).toEqual([]);
});
