import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { SourceChange } from './source-change';
import { effectWords, linesOfChange } from './source-change-words';

const change = (
  kind: SourceChange['change'],
  before: JsonValue,
  after: JsonValue,
  key: string | null = 'reason',
): SourceChange => ({ key, change: kind, before, after, affects: [] });

const lines = (of: SourceChange) => linesOfChange(of).map(({ sign, text, note }) => [sign, text, note]);

describe('a change in words', () => {
  const input = (fallback: JsonValue, treatment: string) => ({
    type_id: 'text',
    default: fallback,
    treatment,
  });

  test.each([
    [
      'new, with a default',
      change('added', null, input('x', 'omit')),
      [['+', 'reason text = "x"', 'new, has a default']],
    ],
    [
      'new, required',
      change('added', null, input(null, 'required')),
      [['+', 'reason text', 'new, must be filled in']],
    ],
    [
      'gone',
      change('removed', input({ expression: 'now()' }, 'omit'), null),
      [['−', 'reason text = now()', null]],
    ],
    [
      'another type',
      change('type', 'integer', 'bigint'),
      [
        ['−', 'reason integer', null],
        ['+', 'reason bigint', 'type changed'],
      ],
    ],
    [
      'another default',
      change('default', null, 3),
      [
        ['−', 'reason = null', null],
        ['+', 'reason = 3', 'default changed'],
      ],
    ],
    ['required now', change('optional', 'omit', 'required'), [['~', 'reason', 'must be filled in now']]],
    ['another order', change('order', ['a', 'b'], ['b', 'a'], null), [['~', 'b, a', 'in another order']]],
    [
      'another answer',
      change('call', { returns: 'scalar' }, { returns: 'table' }, null),
      [
        ['−', 'returns scalar', null],
        ['+', 'returns table', 'the call or the result changed'],
      ],
    ],
    ['a comment', change('description', null, 'Why', null), [['+', '“Why”', 'description']]],
  ])('%s', (_, of, words) => {
    expect(lines(of)).toEqual(words);
  });
});

test('what a change does to settings is a sentence for each command and outcome', () => {
  const effect = (kind: string, outcome: 'kept' | 'lost' | 'unfit', commandId: number | null) => ({
    kind,
    outcome,
    commandId,
    commandName: commandId === null ? null : 'Refund',
    need: null,
    name: null,
    ownerName: null,
    nextAt: null,
  });
  const affects = [
    effect('default', 'lost', 1),
    effect('label', 'lost', 1),
    effect('locked', 'unfit', 1),
    effect('default', 'kept', null),
  ];
  expect(effectWords({ affects })).toEqual([
    { words: '“Refund” loses its own default, label.', isKept: false },
    { words: '“Refund” has it locked: set it again, or runs are refused.', isKept: false },
    { words: 'A command that only its creator sees keeps its own default.', isKept: true },
  ]);
});

test('what stops is named with its owner and its next time', () => {
  const stop = (kind: string, name: string | null, commandName: string | null = 'Clean up') => ({
    kind,
    outcome: 'stopped' as const,
    need: 'value' as const,
    commandId: 1,
    commandName,
    name,
    ownerName: kind === 'job' ? 'Dana Lee' : null,
    nextAt: kind === 'job' ? '2027-01-01T03:00:00Z' : null,
  });
  const affects = [
    stop('job', 'Nightly'),
    stop('webhook', 'Orders'),
    stop('check', 'Ten at most'),
    stop('condition', 'reason'),
    stop('parameter', 'Days'),
    stop('job', null, null),
  ];
  expect(effectWords({ affects }).map(({ words }) => words)).toEqual([
    expect.stringMatching(
      /^The scheduled job “Nightly” \(Dana Lee, next on .*2027.*\) of “Clean up” has a value for it, and will be paused\.$/,
    ),
    'The webhook “Orders” of “Clean up” has a value for it, and will be paused.',
    '“Clean up” can’t be run until an engineer fixes its check “Ten at most”.',
    '“Clean up” can’t be run until an engineer fixes the condition of “reason”.',
    'The dropdown “Days” takes its value by name, and no longer gets it: it shows the options without it, or none if it can’t do without, until an engineer gives both inputs one name.',
    'Something of a command that only its creator sees stops.',
  ]);
});

test('what goes along with a renamed input is named, and stops if that is refused', () => {
  const held = (kind: string, name: string) => ({
    kind,
    outcome: 'carried' as const,
    need: 'value' as const,
    commandId: 1,
    commandName: 'Clean up',
    name,
    ownerName: null,
    nextAt: null,
  });
  const affects = [held('job', 'Nightly'), held('button', 'Refund'), { ...held('label', ''), name: null }];
  expect(effectWords({ affects })).toEqual([
    { words: 'Carried over: the scheduled job “Nightly” of “Clean up”.', isKept: true },
    { words: 'Carried over: the button “Refund”, which fills it.', isKept: true },
    { words: '“Clean up” keeps its own label.', isKept: true },
  ]);
  expect(effectWords({ affects }, true)).toEqual([
    {
      words: 'The scheduled job “Nightly” of “Clean up” has a value for it, and will be paused.',
      isKept: false,
    },
    {
      words: 'The button “Refund”, which fills it, is hidden until an engineer fixes it.',
      isKept: false,
    },
    { words: '“Clean up” loses its own label.', isKept: false },
  ]);
});
