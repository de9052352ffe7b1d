import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { id, json, variableName } from '@/lib/wire/values';
import { conditions } from './condition-settings';
import { optionalText, type Setting, type ValuesOf, yesOrNo } from './setting';

/** The same with what a sync has to know. */
export interface InputSetting extends Setting {
  /** Of an input that nobody has configured. */
  initial: JsonValue;
  /** `kept`: always stays as engineers set it. `follows`: server/commands/template/plan-inputs.ts says when it follows the source. */
  sync: 'kept' | 'follows';
  /** What a sync's diff calls it where a change meets it: its key, unless said otherwise. Null: it is not told of. */
  effect?: string | null;
  /** What people read there, where it is not `logName`. */
  effectName?: string;
}

/** What an empty input becomes: see `AmbiguousDefault`. */
export const ambiguousDefaults = ['required', 'explicitNull', 'emptyString', 'omit'] as const;

const emptyMeans = z.enum(ambiguousDefaults);

/** The controls that engineers choose from; `choosableControls` says which of them fit a type. */
export const componentKinds = ['dropdown', 'radio', 'checkboxes', 'input', 'multiselect'] as const;

const componentKind = z.enum(componentKinds);

/** The form's columns, of which `colSpan` counts how many a field takes. */
export const FORM_COLUMNS = 12;

/** A whole number within bounds, or null for what fits by itself. */
const optionalNumber = (least: number, most: number) =>
  ({
    answer: z.int().nullable(),
    sent: z.int().min(least).max(most).nullable().optional(),
    isText: false,
    initial: null,
  }) as const;

/** What engineers set of an input, in columns of `command_input`. Any engineer of the command may. */
export const inputSettings = {
  defaultValue: {
    column: 'default_value',
    wire: 'default_value',
    answer: json,
    sent: json.optional(),
    isText: false,
    label: 'Default value',
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
    label: 'Name',
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
      user_email: "The person's email",
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
    sync: 'follows',
    effect: null,
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
  componentKind: {
    column: 'component_kind',
    wire: 'component_kind',
    answer: componentKind.nullable(),
    sent: componentKind.nullable().optional(),
    isText: false,
    label: 'Control',
    logName: 'control',
    words: {
      dropdown: 'Dropdown',
      radio: 'Radio buttons',
      checkboxes: 'Checkboxes',
      input: 'Text field',
      multiselect: 'Multiselect',
    },
    initial: null,
    sync: 'kept',
  },
  groupHeader: {
    column: 'group_header',
    wire: 'group_header',
    ...optionalText(200),
    label: 'Group header',
    logName: 'group header',
    sync: 'follows',
    effect: null,
  },
  colSpan: {
    column: 'col_span',
    wire: 'col_span',
    ...optionalNumber(1, FORM_COLUMNS),
    label: 'Width',
    logName: 'width',
    words: {
      3: 'A quarter',
      4: 'A third',
      6: 'Half',
      8: 'Two thirds',
      9: 'Three quarters',
      12: 'The whole width',
    },
    sync: 'kept',
  },
  /** In pixels. On a narrower screen the control takes what there is. */
  componentWidth: {
    column: 'component_width',
    wire: 'component_width',
    ...optionalNumber(60, 2000),
    label: 'Control width',
    logName: 'control width',
    words: { 120: 'Short (120 pixels)', 240: 'Medium (240 pixels)', 400: 'Long (400 pixels)' },
    sync: 'kept',
  },
  lineBreak: {
    column: 'line_break',
    wire: 'line_break',
    ...yesOrNo(),
    label: 'Starts a new line',
    logName: 'line break',
    sync: 'kept',
  },
  /** The dropdown whose options it takes: lib/inputs/choices/choices.ts. */
  dropdownId: {
    column: 'dropdown_id',
    wire: 'dropdown_id',
    answer: id.nullable(),
    sent: id.nullable().optional(),
    isText: false,
    label: 'Dropdown',
    logName: 'dropdown',
    words: {},
    initial: null,
    sync: 'kept',
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
  /** From 0. A request to place an input here moves the others: lib/inputs/reorder.ts. */
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
