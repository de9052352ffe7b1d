import { z } from 'zod';
import { conditionTests } from '@/lib/settings/condition-terms';
import { id, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';

/** The limit on the text of a button. */
export const LONGEST_DECORATION_NAME = 100;
/** The limit on the result set that a row decoration names. */
export const MOST_RESULT_SETS = 1_000;

/** The limit on the terms that choose the rows of a button, and on the values of each. */
const MOST_TERMS = 10;
const MOST_VALUES = 50;

/** Which rows have a button: those for which all terms hold. Empty for all rows. */
export const rowTerms = z
  .array(
    z.strictObject({
      key: z.string().min(1).max(500).describe('The name of a column.'),
      test: z.enum(conditionTests),
      values: z
        .array(z.string().max(500))
        .max(MOST_VALUES)
        .describe('Numbers are compared by their value, other text regardless of case.'),
    }),
  )
  .max(MOST_TERMS);

/** What an answer says of the command that a decoration opens. */
const target = {
  /** Null, like its name, for people who may not see that command, and after it was deleted. */
  targetCommandId: ['input_kit_id', id.nullable()],
  targetName: ['input_kit_name', z.string().nullable()],
  /** Whether the caller may run it. Only then is its button shown. */
  canRun: ['can_run', z.boolean()],
  /** Why nobody can use it, for those who configure the command; null if it can be used. */
  brokenReason: ['broken_reason', z.string().nullable()],
  /** Null for people who cannot configure the command. */
  creatorUoId: ['creator_uo_id', z.string().nullable()],
} as const;

/** Which output fills which input. Empty for people who may not see the target. */
const mapShape = {
  inputId: ['lego_instance_input_id', id],
  inputKey: ['key', z.string()],
  /** A column's name, or a path into JSON. */
  path: ['path', z.string()],
  /** Whether it is filled in: hidden and locked inputs, variables, and secrets never are. */
  isFilled: ['is_filled', z.boolean()],
} as const;

const shape = {
  name: ['name', z.string()],
  outputCommandId: ['output_kit_id', id],
  ...target,
} as const;

export const rowDecoration = resource({
  decorationId: ['decoration_id', id],
  ...shape,
  /** From 0. */
  resultSet: ['result_set_zero_idx', z.int()],
  shownWhen: ['shown_when', rowTerms],
  maps: ['col_maps', z.array(resource({ outputColumnId: ['no_out_col_id', id], ...mapShape }))],
});

export const objectDecoration = resource({
  decorationId: ['object_decoration_id', id],
  ...shape,
  maps: ['field_maps', z.array(resource({ outputColumnId: ['no_out_field_id', id], ...mapShape }))],
});

export const errorDecoration = resource({
  outputCommandId: ['output_kit_id', id],
  ...target,
  targetOrgId: ['input_kit_org_id', textId],
  /** The inputs of the target that can be filled in. Values are matched to them by name. */
  inputKeys: ['input_keys', z.array(z.string())],
});

export type RowDecoration = z.output<typeof rowDecoration>;
export type ObjectDecoration = z.output<typeof objectDecoration>;
export type ErrorDecoration = z.output<typeof errorDecoration>;
