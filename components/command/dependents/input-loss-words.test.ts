import { expect, test } from 'vitest';
import type { inputDependentKinds } from '@/lib/contract/dependents/dependents';
import { type InputChange, inputLosses } from './input-loss-words';

const of = (kind: (typeof inputDependentKinds)[number]) => ({
  kind,
  key: 'max_rows',
  name: `A ${kind}`,
  ownerName: kind === 'job' ? 'Dana' : null,
  nextAt: kind === 'job' ? '2027-01-01T03:00:00Z' : null,
});
const all = [
  of('job'),
  of('webhook'),
  of('auto_run'),
  of('condition'),
  of('check'),
  of('button'),
  of('undo'),
  of('preset'),
  of('parameter'),
];

const lossesWith = (change: InputChange) => inputLosses(all, new Map([['max_rows', change]]), () => 'Friday');

test.each<[InputChange, string[]]>([
  [
    'fixed',
    [
      'The scheduled job “A job” (Dana, next on Friday) has a value for max_rows, and will be paused.',
      'The webhook “A webhook” has a value for max_rows, and will be paused.',
      'The auto-run of the scheduled job “A auto_run” has a value for max_rows, and will be paused.',
      'The button “A button” no longer fills max_rows.',
      'The preset “A preset” no longer fills max_rows.',
      'The options of the dropdown “A parameter” depend on max_rows: they may be others, or none.',
    ],
  ],
  [
    'secret',
    [
      'The command can’t be run until the condition of A condition is fixed.',
      'The preset “A preset” no longer fills max_rows.',
      'The options of the dropdown “A parameter” depend on max_rows: they may be others, or none.',
    ],
  ],
  [
    'options',
    [
      'The scheduled job “A job” (Dana, next on Friday) has a value for max_rows: its runs are refused unless that is an option.',
      'The webhook “A webhook” has a value for max_rows: its runs are refused unless that is an option.',
      'The auto-run of the scheduled job “A auto_run” has a value for max_rows: its runs are refused unless that is an option.',
    ],
  ],
])('an input that becomes %s says what needs it', (change, words) => {
  expect(lossesWith(change)).toEqual(words);
});

test('everything that names an input needs it when it is removed or hidden', () => {
  expect(lossesWith('removed')).toHaveLength(all.length);
  expect(lossesWith('hidden')).toHaveLength(all.length - 1);
  expect(inputLosses(all, new Map([['other', 'removed']]), () => '')).toEqual([]);
});
