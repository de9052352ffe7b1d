import { expect, test } from 'vitest';
import { filesIn, textOf } from './source-files';

test('only server/access names the tables of grants', () => {
  const named = filesIn(['app', 'cli', 'components', 'jobs', 'lib', 'server'], ['.ts', '.tsx']).filter(
    (file) => /\b\w*_(user|group)_grant\b|_grant`|(command|folder)(User|Group)Grant\b/.test(textOf(file)),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((file) => !file.startsWith('server/access/'))).toEqual([]);
});
