import { expect, test } from 'vitest';
import { filesIn, textOf } from './source-files';

const folderOf = (path: string) => /^(?:@\/)?server\/([\w-]+)\//.exec(path)?.[1];

/** The imports between folders of the server, without types. */
function importsByFolder(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const files = filesIn(['server'], ['.ts']).filter((file) => !file.endsWith('.test.ts'));
  for (const file of files) {
    const folder = folderOf(file);
    if (folder === undefined) continue;
    const others = imports.get(folder) ?? new Set();
    imports.set(folder, others);
    for (const [, path = ''] of textOf(file).matchAll(
      /^import (?!type )[^;]*?from '(@\/server\/[^']+)'/gms,
    )) {
      const other = folderOf(path);
      if (other !== undefined && other !== folder) others.add(other);
    }
  }
  return imports;
}

test('no two folders of the server import each other', () => {
  const imports = importsByFolder();
  expect(imports.size).toBeGreaterThan(15);
  const pairs = [...imports].flatMap(([folder, others]) =>
    [...others]
      .filter((other) => folder < other && imports.get(other)?.has(folder))
      .map((other) => [folder, other]),
  );
  expect(pairs).toEqual([]);
});

test('a description goes one way: each room of the import reads only from those that it passed before', () => {
  const before: Record<string, string[]> = {
    parse: [],
    operations: ['parse'],
    store: ['operations', 'parse'],
  };
  const backward = filesIn(['server/sources/imports'], ['.ts']).flatMap((file) => {
    const allowed = before[file.split('/')[3] ?? ''];
    if (allowed === undefined || file.endsWith('.test.ts')) return [];
    const rooms = [
      ...textOf(file).matchAll(
        /from '(?:@\/server\/sources\/imports|(?:\.\.\/)+)\/?(parse|operations|store|upload)\//g,
      ),
    ];
    const here = file.split('/')[3];
    return rooms
      .filter(([, room = '']) => room !== here && !allowed.includes(room))
      .map(([path]) => [file, path]);
  });
  expect(backward).toEqual([]);
});

test('no folder of code holds more than 45 files, and no two files differ only in their ending', () => {
  const files = filesIn(
    ['app', 'cli', 'components', 'jobs', 'lib', 'scripts', 'server', 'tests'],
    ['.ts', '.tsx', '.mjs', '.css'],
  );
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 45)).toEqual([]);
  const names = files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => file.replace(/\.\w+$/, ''));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
