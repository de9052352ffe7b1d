import { expect, test } from 'vitest';
import { chosenOf, folderChoices, folderOf, nameOfNew } from './folder-choice';

const row = (
  sourceFolder: string | null,
  traits: string[] = [],
  sourceTitle: string | null = 'Petstore',
) => ({
  sourceFolder,
  traits,
  sourceTitle,
});

const labels = (rows: ReturnType<typeof row>[], own: [number, string][] = []) =>
  folderChoices(rows, nameOfNew(rows, 'api.example Creds'), new Map(own)).map(({ label }) => label);

test('one chooses between no folder, a new one, one for each group, and those of which one is an engineer', () => {
  expect(labels([row('Pets'), row(null)], [[7, 'Mine']])).toEqual([
    '(No folder)',
    'New folder: Petstore',
    'One folder per tag',
    'Mine',
  ]);
  expect(labels([row('Pets', ['Pets'])])[2]).toBe('One folder per folder of the collection');
  expect(labels([row(null, [], null)])).toEqual(['(No folder)', 'New folder: api.example Creds']);
});

test('a folder that is there is not made again', () => {
  expect(labels([row(null)], [[7, 'Petstore']])).toEqual(['(No folder)', 'Petstore']);
  const choices = [{ value: 'none' }, { value: '7' }];
  expect([chosenOf('new', choices, 7), chosenOf('9', choices, null), chosenOf('7', choices, null)]).toEqual([
    '7',
    'none',
    '7',
  ]);
});

test('a row goes where the choice says; without a group, nowhere', () => {
  expect([
    folderOf('none', row('Pets'), 'Petstore'),
    folderOf('new', row('Pets'), 'Petstore'),
    folderOf('each', row('Pets'), 'Petstore'),
    folderOf('each', row(null), 'Petstore'),
    folderOf('7', row('Pets'), 'Petstore'),
  ]).toEqual([null, 'Petstore', 'Pets', null, 7]);
});
