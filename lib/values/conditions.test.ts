import { describe, expect, it } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { Conditions, ConditionTest } from '@/lib/settings/condition-terms';
import { brokenChecks } from './broken-checks';
import { applyConditions } from './conditions';

const number = { ...sampleInput('n').type, jsonType: 'number' as const, typeId: 'numeric' };

const inputOf = (key: string, conditions: Conditions | null = null, more: Partial<Input> = {}): Input => ({
  ...sampleInput(key),
  conditions,
  ...more,
});

const shownWhen = (key: string, test: ConditionTest, ...values: JsonValue[]): Conditions => ({
  shown: [{ key, test, values }],
});

/** The inputs that are shown with these values. */
const shown = (inputs: Input[], values: InputValues, variables = {}) =>
  applyConditions(inputs, values, variables)
    .filter(({ isLeftOut }) => !isLeftOut)
    .map(({ key }) => key)
    .join();

describe('conditions', () => {
  it('leave an input as the same object while nothing about it changes, so that a form draws only what does', () => {
    const inputs = [inputOf('a'), inputOf('b', shownWhen('a', 'is', 'x')), inputOf('c')];
    const [first, second] = [applyConditions(inputs, {}, {}), applyConditions(inputs, { a: 'x' }, {})];
    expect(second[0]).toBe(first[0]);
    expect(second[1]).not.toBe(first[1]);
    expect(second[2]).toBe(first[2]);
  });

  it.each<[ConditionTest, JsonValue[], JsonValue | undefined, boolean]>([
    ['is', ['a', 'b'], 'b', true],
    ['is', ['a', 'b'], 'c', false],
    ['is', ['a'], undefined, false],
    ['is_not', ['a'], undefined, true],
    ['is_not', ['a'], 'a', false],
    ['is_filled', [], 'x', true],
    ['is_filled', [], null, false],
    ['is_empty', [], undefined, true],
    ['is_empty', [], 'x', false],
  ])('%s %j holds for %j: %s', (test, values, value, holds) => {
    const inputs = [inputOf('a'), inputOf('b', shownWhen('a', test, ...values))];
    expect(shown(inputs, value === undefined ? {} : { a: value })).toBe(holds ? 'a,b' : 'a');
  });

  it.each<[ConditionTest, JsonValue, JsonValue, boolean]>([
    ['is', '5', '5.00', true],
    ['is_more_than', '9', '10', true],
    ['is_more_than', '9007199254740993', '9007199254740992', false],
    ['is_less_than', '-1', '-1.5', true],
    ['is', '5', parseExactJson('5.00'), true],
    ['is_more_than', 9, parseExactJson('10.50'), true],
  ])('numbers compare exactly: %s %j, %j', (test, wanted, value, holds) => {
    const inputs = [inputOf('a', null, { type: number }), inputOf('b', shownWhen('a', test, wanted))];
    expect(shown(inputs, { a: value })).toBe(holds ? 'a,b' : 'a');
  });

  it('all have to hold', () => {
    const both = {
      shown: [...(shownWhen('a', 'is', '1').shown ?? []), ...(shownWhen('b', 'is', '2').shown ?? [])],
    };
    const inputs = [inputOf('a'), inputOf('b'), inputOf('c', both)];
    expect(shown(inputs, { a: '1', b: '2' })).toBe('a,b,c');
    expect(shown(inputs, { a: '1', b: '1' })).toBe('a,b');
  });

  it('see an input that isn’t shown as empty, whatever was typed into it', () => {
    const inputs = [
      inputOf('a'),
      inputOf('b', shownWhen('a', 'is', '1')),
      inputOf('c', shownWhen('b', 'is_filled')),
    ];
    expect(shown(inputs, { a: '1', b: 'x' })).toBe('a,b,c');
    expect(shown(inputs, { a: '2', b: 'x' })).toBe('a');
  });

  it('see the values of locked inputs and of the person, and nothing of hidden ones', () => {
    const condition = shownWhen('a', 'is', 'x');
    const locked = [inputOf('a', null, { locked: true, defaultValue: 'x' }), inputOf('b', condition)];
    expect(shown(locked, {})).toBe('a,b');
    const bound = [inputOf('a', null, { variable: 'team' }), inputOf('b', condition)];
    expect(shown(bound, { a: 'x' })).toBe('a');
    expect(shown(bound, {}, { team: 'x' })).toBe('a,b');
    const hidden = [inputOf('a', null, { hidden: true, defaultValue: 'x' }), inputOf('b', condition)];
    expect(shown(hidden, { a: 'x' })).toBe('a');
  });

  it('end, even in a circle', () => {
    const inputs = [inputOf('a', shownWhen('b', 'is_filled')), inputOf('b', shownWhen('a', 'is_filled'))];
    expect(shown(inputs, { a: '1', b: '1' })).toBe('a,b');
  });
});

describe('checks with a fixed value', () => {
  const atMost = (value: string, a: JsonValue, type: Partial<Input['type']> = {}) =>
    brokenChecks(
      [{ left: 'a', test: 'is_at_most', right: null, value, message: 'No' }],
      [{ ...inputOf('a'), type: { ...inputOf('a').type, ...type } }],
      { a },
    );

  it('compare numbers exactly, and days by the calendar', () => {
    expect(atMost('500', '1000', { jsonType: 'number' })).toEqual([{ key: 'a', message: 'No' }]);
    expect(atMost('500', 500, { jsonType: 'number' })).toEqual([]);
    expect(atMost('0.3', '0.30000000000000004', { jsonType: 'number' })).toHaveLength(1);
    expect(atMost('2026-12-31', '2027-01-01')).toHaveLength(1);
    expect(atMost('2026-12-31', '2026-02-01')).toEqual([]);
  });

  it('compare numbers that keep their digits', () => {
    expect(atMost('500', parseExactJson('1000.00'), { jsonType: 'number' })).toHaveLength(1);
    expect(atMost('500', parseExactJson('499.50'), { jsonType: 'number' })).toEqual([]);
  });

  it('leave an empty input alone', () => {
    expect(atMost('500', null, { jsonType: 'number' })).toEqual([]);
  });
});

describe('checks across inputs', () => {
  const of = (test: 'is_after' | 'is_same' | 'is_different', a: JsonValue, b: JsonValue) =>
    brokenChecks([{ left: 'a', test, right: 'b', message: 'No' }], [inputOf('a'), inputOf('b')], { a, b });

  it('compare what is sent, unless one is empty', () => {
    expect(of('is_after', '2026-01-02', '2026-01-01')).toEqual([]);
    expect(of('is_after', '2026-01-01', '2026-01-01')).toEqual([{ key: 'a', message: 'No' }]);
    expect(of('is_same', 'x', 'y')).toHaveLength(1);
    expect(of('is_different', 'x', 'x')).toHaveLength(1);
    expect(of('is_after', null, '2026-01-01')).toEqual([]);
    expect(of('is_after', '', '2026-01-01')).toEqual([]);
  });
});
