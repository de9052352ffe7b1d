import type { JsonValue } from '@/lib/base/json';
import { hasPrefilledDefault } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { ValueIssue } from '@/lib/values/check-values';
import { ownValue, without } from './own-value';

/** What a person has filled in so far, and its known errors. */
export interface FormState {
  values: InputValues;
  /** Text that isn't a value yet (half-written JSON), by key; such a key has no value. */
  unreadable: Record<string, string>;
  errors: Record<string, string>;
  /** The keys changed since the form was loaded: only these show that they are missing. */
  changed: ReadonlySet<string>;
  /** The keys that stopped the last attempt to send the form. */
  refused: ReadonlySet<string>;
}

/** The error of one input as it is filled in; undefined if it is valid. */
export type ProblemOf = (input: Input, state: FormState) => string | undefined;

export type FormAction =
  | { type: 'load'; values: InputValues; unreadable: Record<string, string> }
  /** Values from elsewhere (a JSON object), as if they had been typed. */
  | { type: 'insert'; inputs: readonly Input[]; values: InputValues }
  /** Like `load`, for values that arrive late: what was typed meanwhile stays. */
  | { type: 'restore'; values: InputValues; unreadable: Record<string, string> }
  | {
      type: 'change';
      input: Input;
      value: JsonValue | undefined;
      unreadableText?: string;
      problemOf: ProblemOf | null;
    }
  | { type: 'leave'; input: Input; problemOf: ProblemOf }
  | { type: 'refuse'; issues: readonly ValueIssue[] };

/** A form with these values and no errors. */
export function formWith(values: InputValues, unreadable: Record<string, string> = {}): FormState {
  return { values, unreadable, errors: {}, changed: new Set(), refused: new Set() };
}

/** The form after an action. */
export function reduceForm(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'load':
      return formWith(action.values, action.unreadable);
    case 'restore':
      return restore(state, action);
    case 'insert':
      return insert(state, action);
    case 'change':
      return change(state, action);
    case 'leave':
      return leave(state, action);
    case 'refuse':
      return {
        ...state,
        errors: Object.fromEntries(action.issues.map(({ key, message }) => [key, message])),
        refused: new Set(action.issues.map(({ key }) => key)),
      };
  }
}

function restore(
  state: FormState,
  { values, unreadable }: Extract<FormAction, { type: 'restore' }>,
): FormState {
  const kept = <Value>(typed: Record<string, Value>, late: Record<string, Value>) =>
    Object.fromEntries([
      ...Object.entries(late).filter(([key]) => !state.changed.has(key)),
      ...Object.entries(typed).filter(([key]) => state.changed.has(key)),
    ]);
  return {
    ...state,
    values: kept(state.values, values),
    unreadable: kept(state.unreadable, unreadable),
    errors: {},
  };
}

function insert(state: FormState, { inputs, values }: Extract<FormAction, { type: 'insert' }>): FormState {
  const entries = inputs.flatMap(({ key }): [string, JsonValue][] => {
    const value = ownValue(values, key);
    return value === undefined ? [] : [[key, value]];
  });
  const keys = new Set(entries.map(([key]) => key));
  const others = <Value>(record: Record<string, Value>) =>
    Object.entries(record).filter(([key]) => !keys.has(key));
  return {
    ...state,
    values: Object.fromEntries([...others(state.values), ...entries]),
    unreadable: Object.fromEntries(others(state.unreadable)),
    errors: Object.fromEntries(others(state.errors)),
    changed: new Set([...state.changed, ...keys]),
  };
}

function change(state: FormState, action: Extract<FormAction, { type: 'change' }>): FormState {
  const { input, value, unreadableText, problemOf } = action;
  const { key } = input;
  const kept = without(state.values, key);
  // An emptied input that had a default is recorded, or the default would be back after a reload.
  const empty = hasPrefilledDefault(input) && unreadableText === undefined ? { ...kept, [key]: '' } : kept;
  const unreadable = without(state.unreadable, key);
  const next: FormState = {
    ...state,
    values: value === undefined ? empty : { ...kept, [key]: value },
    unreadable: unreadableText === undefined ? unreadable : { ...unreadable, [key]: unreadableText },
    changed: new Set([...state.changed, key]),
  };
  // While someone types, an error may disappear or change, but none appears. JSON is rarely complete while it is being
  // typed.
  if (problemOf === null || ownValue(state.errors, key) === undefined) return next;
  return withProblem(next, key, unreadableText === undefined ? problemOf(input, next) : undefined);
}

function leave(state: FormState, { input, problemOf }: Extract<FormAction, { type: 'leave' }>): FormState {
  const value = ownValue(state.values, input.key);
  const isEmpty = (value === undefined || value === '') && !Object.hasOwn(state.unreadable, input.key);
  if (isEmpty && !state.changed.has(input.key)) return state;
  const problem = problemOf(input, state);
  return problem === ownValue(state.errors, input.key) ? state : withProblem(state, input.key, problem);
}

function withProblem(state: FormState, key: string, problem: string | undefined): FormState {
  const others = without(state.errors, key);
  return { ...state, errors: problem === undefined ? others : { ...others, [key]: problem } };
}
