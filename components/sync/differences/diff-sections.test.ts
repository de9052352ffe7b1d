import { expect, test } from 'vitest';
import { linesOf, sectionsOf, selectable } from './diff-sections';
import type { Diff, DiffRow } from './use-diff';

const row = (cloudName: string, changes: Partial<DiffRow> = {}): DiffRow => ({
  cloudId: `id ${cloudName}`,
  cloudName,
  friendlyName: cloudName,
  diffType: 'addition',
  commands: [],
  templateId: null,
  staticCommandSourceId: null,
  commandId: null,
  unavailableReason: null,
  signature: null,
  extension: null,
  traits: [],
  warningTag: null,
  sourceFolder: null,
  sourceTitle: null,
  revision: null,
  previousCloudId: null,
  dependents: [],
  changes: [],
  sourceChange: null,
  recentRunnerCount: 0,
  ignoreId: null,
  ...changes,
});

const diff: Diff = {
  added: [
    row('b'),
    row('a'),
    row('locked', { unavailableReason: 'No' }),
    row('ext', { extension: 'pg_trgm' }),
  ],
  undeleted: [],
  modified: [row('c', { commands: [{ commandId: 1, name: 'Refund', visibility: 'org' }] })],
  deleted: [row('d')],
  alreadyAdded: [row('e')],
  error: [],
  ignored: [row('f')],
};

test('what is already added can be copied, and says where', () => {
  const hints = sectionsOf(diff, '').flatMap(({ id, hint }) => (hint === null ? [] : [[id, hint]]));
  expect(hints).toEqual([['unchanged', expect.stringContaining('Copy now in [Configure] > [Duplicate]')]]);
});

test('parts without rows are left out, the others stand by name, and what needs nothing is folded', () => {
  const sections = sectionsOf(diff, '');
  expect(sections.map(({ id, isFolded }) => [id, isFolded])).toEqual([
    ['added', false],
    ['extensions', true],
    ['modified', false],
    ['deleted', false],
    ['unchanged', true],
    ['ignored', true],
  ]);
  expect(sections[0]?.rows.map(({ cloudName }) => cloudName)).toEqual(['a', 'b', 'locked']);
});

test('a search looks at names and at what the commands are called, and unfolds what it finds', () => {
  expect(sectionsOf(diff, ' REFUND ').map(({ id }) => id)).toEqual(['modified']);
  expect(sectionsOf(diff, 'ext').map(({ id, isFolded }) => [id, isFolded])).toEqual([['extensions', false]]);
});

test('what cannot be run is not chosen with the rest, and what needs nothing cannot be chosen at all', () => {
  const [added, , , , unchanged] = sectionsOf(diff, '');
  expect(added && selectable(added).map(({ cloudName }) => cloudName)).toEqual(['a', 'b']);
  expect(unchanged && selectable(unchanged)).toEqual([]);
});

test('a folded part is its heading alone until it is opened', () => {
  const sections = sectionsOf(diff, '');
  const shown = (toggled: string[]) =>
    linesOf(sections, new Set(toggled)).filter(
      ({ section, row: line }) => section.id === 'ignored' && line !== null,
    );
  expect(shown([])).toHaveLength(0);
  expect(shown(['ignored'])).toHaveLength(1);
});

test('operations of an API stand by their paths', () => {
  const added = [row('DELETE /pets/{id}'), row('GET /orders'), row('GET /pets/{id}'), row('GET /pets')];
  const [section] = sectionsOf({ ...diff, added }, '').filter(({ id }) => id === 'added');
  expect(section?.rows.map(({ cloudName }) => cloudName)).toEqual([
    'GET /orders',
    'GET /pets',
    'DELETE /pets/{id}',
    'GET /pets/{id}',
  ]);
});
