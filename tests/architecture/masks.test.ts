import { expect, it } from 'vitest';
import { filesIn, textOf } from './source-files';

/** Read a result without its masks: what is revealed value by value, and what is looked for in logs to be hidden. */
const UNMASKED = ['server/results/masks/mask-texts.ts', 'server/results/values/reveal-value.ts'];

it('stored results are read without masks only where a value is revealed, or hidden in texts', () => {
  const files = filesIn(['server', 'jobs', 'app'], ['.ts', '.tsx']);
  const found = files.filter(
    (file) => /\bunmasked\b/.test(textOf(file)) && file !== 'server/results/masks/run-masks.ts',
  );
  expect(found.sort()).toEqual(UNMASKED);
});

it('only the opening of results reads their files and small lines', () => {
  const files = filesIn(['server', 'jobs', 'app'], ['.ts', '.tsx']);
  const found = files.filter((file) => /\bstoredBytes\(/.test(textOf(file)));
  expect(found.sort()).toEqual([
    'server/results/reading/first-cells.ts',
    'server/results/reading/read-result.ts',
    'server/results/stored/stored-bytes.ts',
  ]);
});
