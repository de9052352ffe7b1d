import { describe, expect, test } from 'vitest';
import type { TemplateInput } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { postgresInputType } from '@/lib/type-systems/postgres/postgres-types';
import type { ConfiguredInput } from './configured-input';
import { planInputs } from './plan-inputs';

const input = (key: string, changes: Partial<TemplateInput> = {}, type = 'text'): TemplateInput => ({
  key,
  type: postgresInputType({ kind: 'base', name: type }),
  defaultValue: null,
  defaultExpression: null,
  defaultAmbiguousInput: 'required',
  description: null,
  ...changes,
});

const configured = (key: string, changes: Partial<ConfiguredInput> = {}): ConfiguredInput => ({
  commandId: 1,
  inputId: 1,
  key,
  isDefaultSealed: false,
  ...unconfigured,
  ...changes,
});

const orderOf = (before: string, after: string, form: string) =>
  planInputs(
    [...before].map((key) => input(key)),
    [...after].map((key) => input(key)),
    [...form].map((key) => configured(key)),
  )
    .toSorted((a, b) => a.order - b.order)
    .map(({ key }) => key)
    .join('');

describe('the order of a form', () => {
  test.each([
    ['follows the source if nobody reordered it', 'abc', 'cxba', 'abc', 'cxba'],
    ['stays as engineers arranged it', 'abc', 'abc', 'cab', 'cab'],
    ['places a new input after its neighbor', 'abc', 'axbcy', 'cab', 'cyaxb'],
    ['places a new first input first', 'abc', 'xabc', 'cab', 'xcab'],
    ['closes the gap of a removed input', 'abc', 'ac', 'cba', 'ca'],
    ['is the source’s if all inputs are new', '', 'ab', '', 'ab'],
  ])('%s', (_, before, after, form, planned) => {
    expect(orderOf(before, after, form)).toBe(planned);
  });
});

const planned = (was: TemplateInput, is: TemplateInput, own: ConfiguredInput) =>
  planInputs([was], [is], [own])[0];

describe('a setting that engineers didn’t change', () => {
  test('follows the source: default, treatment, note, group, and conditions', () => {
    const was = input('a', { defaultValue: 'x', description: 'Old', groupHeader: 'Group' });
    const conditions = { shown: [{ key: 'b', test: 'is_empty' as const, values: [] }] };
    const now = { defaultValue: 'y', description: 'New', conditions };
    const is = input('a', { ...now, defaultAmbiguousInput: 'omit' });
    const own = { defaultValue: 'x', note: 'Old', useDefaultValue: true, groupHeader: 'Group' };
    expect(planned(was, is, configured('a', own))).toEqual({
      key: 'a',
      order: 0,
      defaultValue: 'y',
      defaultValueSource: 'sync',
      defaultAmbiguousInput: 'omit',
      note: 'New',
      useDefaultValue: true,
      groupHeader: null,
      conditions,
    });
  });
});

describe('a setting that engineers changed', () => {
  const was = input('a', { defaultValue: 'x', description: 'Old' });

  test('stays: default, treatment and note', () => {
    const is = input('a', { defaultValue: 'y', description: 'New' });
    const own = {
      defaultValue: 'mine',
      defaultValueSource: 'user' as const,
      note: 'Mine',
      groupHeader: 'Mine',
      conditions: { locked: [{ key: 'b', test: 'is_filled' as const, values: [] }] },
    };
    expect(
      planned(was, is, configured('a', { ...own, defaultAmbiguousInput: 'explicitNull' })),
    ).toMatchObject({
      ...own,
      defaultAmbiguousInput: 'explicitNull',
    });
  });

  test('a default that was removed on purpose stays removed', () => {
    const own = configured('a', { defaultValue: null, defaultValueSource: 'user' });
    expect(planned(was, input('a', { defaultValue: 'y' }), own)).toMatchObject({
      defaultValue: null,
      defaultValueSource: 'user',
    });
  });

  test('a default that the new type doesn’t accept is removed, and no longer prefilled', () => {
    const own = configured('a', { defaultValue: 'mine', defaultValueSource: 'user', useDefaultValue: true });
    expect(planned(was, input('a', { defaultValue: 3 }, 'integer'), own)).toMatchObject({
      defaultValue: 3,
      defaultValueSource: 'sync',
      useDefaultValue: false,
    });
  });
});

describe('a default that the source sends by itself', () => {
  const hint = input('a', { defaultValue: 'x', defaultAmbiguousInput: 'omit' });
  const sent = { ...hint, isPrefilled: true };

  test('is what a new form opens with', () => {
    expect(planInputs([], [hint, { ...sent, key: 'b' }], [])).toMatchObject([
      { key: 'a', useDefaultValue: false },
      { key: 'b', useDefaultValue: true, defaultAmbiguousInput: 'omit' },
    ]);
  });

  test('is filled in where the source begins to send it, unless an engineer set another', () => {
    const own = configured('a', { defaultValue: 'x', defaultValueSource: 'sync' });
    expect(planned(hint, sent, own)).toMatchObject({ defaultValue: 'x', useDefaultValue: true });
    const set = configured('a', { defaultValue: 'mine', defaultValueSource: 'user' });
    expect(planned(hint, sent, set)).toMatchObject({ defaultValue: 'mine', useDefaultValue: false });
  });

  test('stays as an engineer chose, once it was filled in', () => {
    const emptied = configured('a', { defaultValue: 'x', defaultValueSource: 'sync' });
    expect(planned(sent, { ...sent, defaultValue: 'y' }, emptied)).toMatchObject({
      defaultValue: 'y',
      useDefaultValue: false,
    });
  });
});

describe('S65 a default that is a secret', () => {
  const password = (changes: Partial<TemplateInput> = {}): TemplateInput => {
    const text = input('pass', changes);
    return { ...text, type: { ...text.type, inputType: 'password' } };
  };
  const sealed = configured('pass', {
    defaultValue: { is_set: true },
    defaultValueSource: 'user',
    isDefaultSealed: true,
    useDefaultValue: true,
  });

  test('is never taken from the source', () => {
    const declared = password({ defaultValue: 'hunter2' });
    expect(planInputs([], [declared], [])).toMatchObject([{ defaultValue: null, useDefaultValue: false }]);
  });

  test('stays sealed if the input stays a secret', () => {
    expect(planInputs([password()], [password({ description: 'New' })], [sealed])).toMatchObject([
      { defaultValue: { is_set: true }, defaultValueSource: 'user', useDefaultValue: true },
    ]);
  });

  test('is dropped if the input is no longer a secret', () => {
    expect(planInputs([password()], [input('pass')], [sealed])).toMatchObject([
      { defaultValue: null, useDefaultValue: false },
    ]);
  });
});
