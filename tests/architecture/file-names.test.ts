import { expect, test } from 'vitest';
import { filesIn } from './source-files';

test('no two files differ only in their ending', () => {
  const folders = ['app', 'cli', 'components', 'jobs', 'lib', 'scripts', 'server', 'tests'];
  const names = filesIn(folders, ['.ts', '.tsx', '.mjs']).map((file) => file.replace(/\.\w+$/, ''));
  expect(names.length).toBeGreaterThan(1000);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
