import { describe, expect, test } from 'vitest';
import type { ValuesCaller } from '@/lib/values/values-caller';
import { sampleInput } from '../gallery/sample-input';
import { type FormState, formWith, reduceForm } from './form-state';
import { problemsFor } from './problem-of';

const caller: ValuesCaller = { variables: { user_id: 'u', user_email: null, user_name: 'U' } };
const problemOf = problemsFor(caller);
const amount = sampleInput('amount', {}, { jsonType: 'number', inputType: 'number' });
const body = sampleInput(
  'body',
  { defaultAmbiguousInput: 'omit' },
  { jsonType: 'object', component: 'json' },
);
const limit = sampleInput('limit', { defaultValue: '10', useDefaultValue: true });

const type = (state: FormState, value: string) =>
  reduceForm(state, { type: 'change', input: amount, value: value || undefined, problemOf });
const leave = (state: FormState, input = amount) => reduceForm(state, { type: 'leave', input, problemOf });

describe('values', () => {
  test('an emptied input is absent', () => {
    expect(type(type(formWith({}), '12'), '').values).toEqual({});
  });

  test('an emptied input that has a default stays empty', () => {
    const emptied = reduceForm(formWith({ limit: '10' }), {
      type: 'change',
      input: limit,
      value: undefined,
      problemOf,
    });
    expect(emptied.values).toEqual({ limit: '' });
  });

  test('a draft that comes late leaves what has been typed meanwhile', () => {
    const typed = type(formWith({ limit: '10', amount: '1' }), '12');
    const late = reduceForm(typed, { type: 'restore', values: { limit: '20', amount: '3' }, unreadable: {} });
    expect(late.values).toEqual({ limit: '20', amount: '12' });
  });

  test('inserted values count as typed, in addition to existing ones', () => {
    const inserted = reduceForm(formWith({ amount: '1', other: 'x' }), {
      type: 'insert',
      inputs: [amount],
      values: { amount: '2', unknown: 1 },
    });
    expect(inserted.values).toEqual({ other: 'x', amount: '2' });
    expect([...inserted.changed]).toEqual(['amount']);
  });

  test('half-written JSON is kept as text, and leaves no old value behind', () => {
    const state = reduceForm(formWith({ body: { a: 1 } }), {
      type: 'change',
      input: body,
      value: undefined,
      unreadableText: '{"a": ',
      problemOf,
    });
    expect(state).toMatchObject({ values: {}, unreadable: { body: '{"a": ' } });
    const left = leave(state, body);
    expect(left.errors).toEqual({ body: 'Invalid JSON format' });
    const going = reduceForm(left, {
      type: 'change',
      input: body,
      value: undefined,
      unreadableText: '{"a": 1',
      problemOf,
    });
    expect(going.errors).toEqual({});
    expect(leave(going, body).errors).toEqual({ body: 'Invalid JSON format' });
  });

  test('an input called __proto__ is one like any other', () => {
    const input = sampleInput('__proto__');
    const state = reduceForm(formWith({}), { type: 'change', input, value: 'x', problemOf });
    expect(Object.entries(state.values)).toEqual([['__proto__', 'x']]);
  });
});

describe('errors', () => {
  test('none appears while one types, one does on leaving', () => {
    const typed = type(formWith({}), 'abc');
    expect(typed.errors).toEqual({});
    expect(leave(typed).errors).toEqual({ amount: 'Must be a number' });
  });

  test('an error goes as soon as the value is right', () => {
    expect(type(leave(type(formWith({}), 'abc')), '12').errors).toEqual({});
  });

  test('passing through an empty required input says nothing, emptying it does', () => {
    expect(leave(formWith({})).errors).toEqual({});
    expect(leave(type(type(formWith({}), '1'), '')).errors).toEqual({ amount: 'Required' });
  });

  test('a server error stays next to its field until the value changes', () => {
    const refused = reduceForm(formWith({ amount: '1' }), {
      type: 'refuse',
      issues: [{ key: 'amount', message: 'Too much' }],
    });
    expect(refused.errors).toEqual({ amount: 'Too much' });
    expect(type(refused, '2').errors).toEqual({});
  });
});
