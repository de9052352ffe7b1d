import { describe, expect, test } from 'vitest';
import type { TemplateInput } from '@/lib/inputs/input';
import { secretType } from '@/lib/inputs/secrets/secret-names';
import { postgresInputType } from '@/lib/type-systems/postgres/postgres-types';
import type { InputEdit } from '@/server/connectors/things';
import { recognizeRenames } from './recognize-renames';
import { editsUnder } from './source-keys';

const input = (key: string, changes: Partial<TemplateInput> = {}, type = 'text'): TemplateInput => ({
  key,
  type: postgresInputType({ kind: 'base', name: type }),
  defaultValue: null,
  defaultExpression: null,
  defaultAmbiguousInput: 'required',
  description: null,
  ...changes,
});

const pairs = (before: TemplateInput[], after: TemplateInput[], edits: InputEdit[] = []) =>
  recognizeRenames(before, after, edits).map(({ key, to, isCertain }) => [key, to, isCertain]);

describe('an input is recognized', () => {
  test.each<[string, TemplateInput[], TemplateInput[], unknown[]]>([
    [
      'by its letters, wherever it stands',
      [input('max_rows'), input('b')],
      [input('b'), input('maxRows')],
      [['max_rows', 'maxRows', true]],
    ],
    [
      'by its comment',
      [input('a', { description: 'How many' }), input('b')],
      [input('b'), input('c', { description: 'How many' })],
      [['a', 'c', false]],
    ],
    [
      'by its neighbors',
      [input('a'), input('b'), input('c')],
      [input('a'), input('x'), input('c')],
      [['b', 'x', false]],
    ],
  ])('%s', (_, before, after, found) => {
    expect(pairs(before, after)).toEqual(found);
  });

  test.each<[string, TemplateInput[], TemplateInput[]]>([
    ['of another type', [input('max_rows')], [input('maxRows', {}, 'integer')]],
    ['that stays', [input('a'), input('b')], [input('a'), input('b'), input('c')]],
    ['of two that are alike', [input('a'), input('b')], [input('c'), input('d')]],
    ['that is no longer a secret', [{ ...input('a'), type: secretType(input('a').type) }], [input('x')]],
    ['with another default', [input('a', { defaultValue: '1' })], [input('b', { defaultValue: '2' })]],
  ])('not one %s', (_, before, after) => {
    expect(pairs(before, after)).toEqual([]);
  });
});

describe('what engineers edited', () => {
  test('goes along, such as that an input is a secret', () => {
    const edits: InputEdit[] = [{ kind: 'secret', key: 'note', isSecret: true }];
    const before = { ...input('note'), type: secretType(input('note').type) };
    expect(pairs([before], [input('remark')], edits)).toEqual([['note', 'remark', false]]);
    expect(editsUnder(edits, 'note', 'remark')).toEqual([{ kind: 'secret', key: 'remark', isSecret: true }]);
  });

  test('keeps the engineers’ own name', () => {
    const edits: InputEdit[] = [
      { kind: 'rename', key: 'q', to: 'search' },
      { kind: 'secret', key: 'search', isSecret: true },
    ];
    expect(recognizeRenames([input('search')], [input('query')], edits)).toEqual([
      { key: 'search', from: 'q', to: 'query', isCertain: false },
    ]);
    expect(editsUnder(edits, 'q', 'query')).toEqual([
      { kind: 'rename', key: 'query', to: 'search' },
      edits[1],
    ]);
  });

  test('doesn’t take an input that engineers deleted for one that was renamed at the source', () => {
    expect(pairs([input('a')], [input('b')], [{ kind: 'remove', key: 'b' }])).toEqual([]);
    expect(pairs([input('own')], [input('b')], [{ kind: 'add', input: input('own') }])).toEqual([]);
  });
});
