import { expect, test } from 'vitest';
import { filesIn, textOf } from './source-files';

const LIBRARIES = /from '(@azure\/storage-blob|@aws-sdk\/[\w-]+)'/;

test('the libraries of stores are loaded where a store is used, and never at the start', () => {
  const files = filesIn(['app', 'cli', 'components', 'jobs', 'lib', 'server'], ['.ts', '.tsx']);
  const named = files.filter((file) => /'@(azure\/storage-blob|aws-sdk\/)/.test(textOf(file)));
  expect(named.sort()).toEqual(['server/stores/azure-store.ts', 'server/stores/s3-store.ts']);
  const loaded = named.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => LIBRARIES.test(line) && !line.startsWith('import type ')),
  );
  expect(loaded).toEqual([]);
});
