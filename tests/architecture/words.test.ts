import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './source-files';

/** The folders and files whose prose has been edited. Add a folder here once all of it has been. */
const CODE = ['app', 'cli', 'components', 'jobs', 'lib', 'prisma', 'scripts', 'server', 'tests'];
/** Files that need these words. */
const EXEMPT = [
  // They quote messages of other servers, and words that we avoid.
  /^tests\/(architecture\/words\.test|e2e\/sources\/(api-descriptions|syncing)\.spec|upgrade\/record\/fill\/mail)\.ts$/,
  /^docs\/decisions\/(0001|0185)-/,
];
const isEdited = (file: string): boolean => !EXEMPT.some((pattern) => pattern.test(file));
/** Its own lists quote what we don't write. */
const GUIDE = 'docs/writing.md';

/** The words of the guide's last table, as they are written there: `colour*`, `no such`. */
function avoidedWords(): string[] {
  const [, table = ''] = textOf(GUIDE).split("## Words we don't use");
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, word = '']) => word);
}

/** Finds a word with its boundaries; a final `*` stands for any ending. Quoted code and labels are not prose. */
function findsWord(word: string): (text: string) => boolean {
  const start = word.replace(/\*$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`(?<![\\w-])${start}${word.endsWith('*') ? '' : '(?![\\w-])'}`, 'i');
  return (text) => pattern.test(text.replace(/`[^`]*`|'\w+'/g, '').replace(/there (is|are) none/gi, ''));
}

/** Comments and texts of a source file: what people read, not identifiers, keys or enum labels. */
function proseOf(file: string): string[] {
  const source = textOf(file);
  const prose: string[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const { type, value, raw } = node as { type?: string; value?: unknown; raw?: unknown };
    // A string without a space is a key, a label of an enum, a path or a name.
    if (type === 'StringLiteral' && typeof value === 'string' && /\s/.test(value)) prose.push(value);
    if (type === 'JSXText' && typeof value === 'string') prose.push(value);
    if (type === 'TemplateElement' && typeof raw === 'string') prose.push(raw);
    for (const child of Object.values(node)) visit(child);
  };
  if (!file.endsWith('.prisma'))
    visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx') }));
  for (const [comment] of source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g)) prose.push(comment);
  return prose.map((text) => text.replace(/\s*\n\s*(\*(?!\/)|\/\/)?\s*/g, ' '));
}

/** `file: word` for each word that a file's prose should not have. */
function found(file: string, prose: readonly string[]): string[] {
  return avoidedWords()
    .filter((word) => prose.some(findsWord(word)))
    .map((word) => `${file}: ${word}`);
}

describe('the words we use', () => {
  it('are listed in the guide', () => {
    expect(avoidedWords().length).toBeGreaterThan(30);
  });

  it('are found where they are written, and not within other words', () => {
    expect(findsWord('colour*')('// Colours of the theme')).toBe(true);
    expect(findsWord('no such')('There is no such run')).toBe(true);
    expect(findsWord('beside')('What stands besides rows')).toBe(false);
    expect(findsWord('cancelled')('the reason `cancelled`')).toBe(false);
    expect(findsWord('is none')('null if there is none')).toBe(false);
    expect(findsWord('is none')('a text that is none')).toBe(true);
  });

  it('are the only ones in the documents', () => {
    const documents = ['README.md', 'CONTRIBUTING.md', ...filesIn(['docs'], ['.md'])].filter(
      (file) => file !== GUIDE && isEdited(file),
    );
    expect(documents.length).toBeGreaterThan(70);
    expect(documents.flatMap((file) => found(file, [textOf(file)]))).toEqual([]);
  });

  it.each(CODE)('are the only ones in comments and texts of %s', (folder) => {
    const files = filesIn([folder], ['.ts', '.tsx', '.mjs', '.prisma']).filter(isEdited);
    expect(files.length).toBeGreaterThan(5);
    expect(files.flatMap((file) => found(file, proseOf(file)))).toEqual([]);
  });
});
