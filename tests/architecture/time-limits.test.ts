import { expect, test } from 'vitest';
import { filesIn, textOf } from './source-files';

test('a time limit that is joined with other signals is held by something else until it is reached', () => {
  // `AbortSignal.any` holds its parts weakly: a limit that nothing else holds is collected as garbage, and never reached.
  const files = filesIn(['cli', 'jobs', 'lib', 'scripts', 'server', 'tests'], ['.ts', '.mjs']);
  const lost = files.filter((file) =>
    /AbortSignal\s*\.any\(\s*\[[^\]]*AbortSignal\.timeout\(/.test(textOf(file)),
  );
  expect(lost).toEqual([]);
});
