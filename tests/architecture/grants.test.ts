import { expect, test } from 'vitest';
import { filesIn, textOf } from './source-files';

test('the tables of grants are named in server/access alone', () => {
  const named = filesIn(['app', 'components', 'jobs', 'lib', 'server'], ['.ts', '.tsx']).filter((file) =>
    /\b\w*_(user|group)_grant\b|_grant`|(command|folder)(User|Group)Grant\b/.test(textOf(file)),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((file) => !file.startsWith('server/access/'))).toEqual([]);
});
