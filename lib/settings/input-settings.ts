import { z } from 'zod';
import { json, variableName } from '@/lib/contract/values';
import type { JsonValue } from '@/lib/json';
import { conditions } from './condition-settings';
import { optionalText, type Setting, type ValuesOf, yesOrNo } from './setting';

/** The same with what a sync has to know. */
export interface InputSetting extends Setting {
  /** Of an input that nobody has configured. */
  initial: JsonValue;
  /** `kept`: always stays as engineers set it. `follows`: server/sync/plan-inputs.ts says when it follows the source. */
  sync: 'kept' | 'follows';
  /** What a sync's diff calls it where a change meets it: its key, unless said otherwise. Null: it is not told of. */
  effect?: string | null;
  /** What people read there, where it is not `logName`. */
  effectName?: string;
}

/** What an empty input becomes: see `AmbiguousDefault`. */
export const ambiguousDefaults = ['required', 'explicitNull', 'emptyString', 'omit'] as const;

const emptyMeans = z.enum(ambiguousDefaults);

/** What engineers set of an input, in columns of `command_input`. Any engineer of the command may. */
export const inputSettings = {
  defaultValue: {
    column: 'default_value',
    wire: 'default_value',
    answer: json,
    sent: json.optional(),
    isText: false,
    label: 'Default Value',
    logName: 'default',
    words: {},
    initial: null,
    sync: 'follows',
    effect: 'default',
  },
  displayName: {
    column: 'display_name',
    wire: 'display_value',
    ...optionalText(200),
    label: 'Custom Display Name',
    logName: 'label',
    sync: 'kept',
    effect: 'label',
  },
  placeholder: {
    column: 'placeholder',
    wire: 'placeholder',
    ...optionalText(200),
    label: 'Placeholder',
    logName: 'placeholder',
    sync: 'kept',
  },
  note: {
    column: 'note',
    wire: 'note',
    ...optionalText(2000),
    label: 'Note',
    logName: 'note',
    sync: 'follows',
  },
  tooltip: {
    column: 'tooltip',
    wire: 'tooltip',
    ...optionalText(2000),
    label: 'Tooltip',
    logName: 'tooltip',
    sync: 'kept',
  },
  hidden: {
    column: 'hidden',
    wire: 'hidden',
    ...yesOrNo({ true: 'Hidden', false: 'Visible' }),
    label: 'Hidden?',
    logName: 'hidden',
    sync: 'kept',
  },
  locked: {
    column: 'locked',
    wire: 'lock_default_value',
    ...yesOrNo({ true: 'Locked', false: 'Editable' }),
    label: 'Locked from editing?',
    logName: 'locked',
    sync: 'kept',
  },
  variable: {
    column: 'variable',
    wire: 'variable',
    answer: variableName.nullable(),
    sent: variableName.nullable().optional(),
    isText: false,
    label: 'Variable',
    logName: 'variable',
    words: {
      user_id: "The person's id",
      user_email: "The person's e-mail",
      user_name: "The person's name",
    },
    initial: null,
    sync: 'kept',
    effectName: 'bound to the person',
  },
  defaultAmbiguousInput: {
    column: 'default_ambiguous_input',
    wire: 'default_ambiguous_input',
    answer: emptyMeans,
    /** A request also says null or `nullNone` for required. */
    sent: z
      .enum([...ambiguousDefaults, 'nullNone'])
      .nullable()
      .optional(),
    isText: false,
    label: 'Required?',
    logName: 'required',
    /** As document 2 §3 has them. */
    words: {
      required: 'required',
      explicitNull: 'Optional (NULL)',
      emptyString: 'Optional ("")',
      omit: 'Optional (omit)',
    },
    initial: 'required',
    sync: 'follows',
    effect: 'optional',
    effectName: 'treatment of an empty value',
  },
  /** When it is shown, required, or locked, depending on other inputs. */
  conditions: {
    column: 'conditions',
    wire: 'conditions',
    answer: conditions.nullable(),
    sent: conditions.nullable().optional(),
    isText: false,
    label: 'Conditions',
    logName: 'conditions',
    words: {},
    initial: null,
    sync: 'kept',
  },
  useDefaultValue: {
    column: 'use_default_value',
    wire: 'use_default_value',
    ...yesOrNo(),
    label: 'Filled in when the form opens',
    logName: 'filled in when the form opens',
    sync: 'follows',
    effect: null,
  },
  /** Who the default is from, which decides whether it follows the source. */
  defaultValueSource: {
    column: 'default_value_source',
    wire: 'default_value_source',
    answer: z.enum(['user', 'sync']),
    sent: null,
    isText: false,
    label: 'Source of the default',
    logName: 'source of the default',
    words: { user: 'An engineer', sync: 'The source' },
    initial: 'sync',
    sync: 'follows',
    effect: null,
  },
  /** From 0. */
  order: {
    column: 'position',
    wire: 'order',
    answer: z.int(),
    sent: null,
    isText: false,
    label: 'Position',
    logName: 'position',
    words: {},
    initial: 0,
    sync: 'follows',
    effect: null,
  },
} as const satisfies Readonly<Record<string, InputSetting>>;

export type InputSettingKey = keyof typeof inputSettings;

/** What is set of one input. */
export type InputSettingValues = ValuesOf<typeof inputSettings>;

/** The list with its keys, in its order. */
export const inputSettingList = Object.entries<InputSetting>(inputSettings) as [
  InputSettingKey,
  InputSetting,
][];

/** An input that nobody has configured. */
export const unconfigured = Object.fromEntries(
  inputSettingList.map(([key, { initial }]) => [key, initial]),
) as InputSettingValues;

type FollowingKey = {
  [K in InputSettingKey]: (typeof inputSettings)[K]['sync'] extends 'follows' ? K : never;
}[InputSettingKey];

/** The settings that a sync may change. */
export type FollowingValues = Pick<InputSettingValues, FollowingKey>;

export const followingSettings = Object.fromEntries(
  inputSettingList.filter(([, { sync }]) => sync === 'follows'),
) as Pick<typeof inputSettings, FollowingKey>;
