import { parseSync } from '@swc/core';
import { expect, it } from 'vitest';
import { filesIn, textOf } from '../source-files';

/** Where titles, buttons, menu items, tabs, and labels are written. */
const FOLDERS = ['app', 'components', 'lib/settings', 'lib/sources', 'lib/changes', 'lib/runs'];
/** Where each kind of source says what it is called. */
const OF_SOURCES = filesIn(['server/connectors'], ['connector.ts']);

/** Words that begin with a capital wherever they stand: names of products, people, and pages. */
const NAMES = new Set(
  `Pushboard Home History Analytics Diagnostics Approvals Microsoft Entra Graph GitHub Azure Blob Storage Key Vault
   Amazon Lambda Step Function Functions Server Postgres Postman Swagger Excel Markdown Python Dana Lee Lena Berg Novak HTTP Auth
   Signature Role English American Monday Needs`.split(/\s+/),
);

/** Messages begin again after these. */
const NEW_START = /[.:?!…•·–—]|\s-$/;

/** The words of a label that begin with a capital although they neither start it nor are names. */
function capitalsIn(label: string): string[] {
  const words = label.trim().split(/\s+/);
  // Longer texts are sentences, which quote labels.
  if (words.length < 2 || words.length > 6) return [];
  return words.filter((word, at) => {
    if (at === 0 || !/^[A-Z][a-z]+[.…]*$/.test(word)) return false;
    const before = words.slice(0, at).join(' ');
    return !NAMES.has(word.replace(/[.…]+$/, '')) && !NEW_START.test(before) && /^[A-Z]/.test(label.trim());
  });
}

function labelsOf(file: string): string[] {
  const labels: string[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const { type, value } = node as { type?: string; value?: unknown };
    if ((type === 'StringLiteral' || type === 'JSXText') && typeof value === 'string') labels.push(value);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(textOf(file), { syntax: 'typescript', tsx: file.endsWith('.tsx') }));
  return labels;
}

it('finds capitals in the middle of a label, and leaves names alone', () => {
  expect(capitalsIn('New Command')).toEqual(['Command']);
  expect(capitalsIn('Run once in New tab')).toEqual(['New']);
  expect(capitalsIn('Pin to Home')).toEqual([]);
  expect(capitalsIn('Error - Failed to save')).toEqual([]);
  expect(capitalsIn('JSON input')).toEqual([]);
});

const filesOf = (folder: string) =>
  filesIn([folder], ['.ts', '.tsx']).filter((file) => !file.includes('.test.'));

it.each([
  ...FOLDERS.map((folder) => [folder, filesOf(folder)] as const),
  ['connectors', OF_SOURCES] as const,
])('labels in %s are in sentence case', (_, files) => {
  expect(files.length).toBeGreaterThan(3);
  const found = files.flatMap((file) =>
    labelsOf(file).flatMap((label) => (capitalsIn(label).length > 0 ? [`${file}: ${label.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
