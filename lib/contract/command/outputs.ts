import { z } from 'zod';
import { warningTag } from '@/lib/settings/command-choices';
import { id, listFilter, none, pathId, queryNumber, sortField, sortsDown, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { listedShape, MOST_COMMANDS } from '../library/commands';
import { operation } from '../operation';
import { input } from './input-shape';

const outputShape = {
  /** A column's name, or a field's path: lib/outputs/field-paths.ts. */
  path: ['path', z.string()],
  /** The Python word for its values, for scripts that expect it. */
  pythonType: ['python_type_str', z.enum(['str', 'int', 'float', 'bool', 'list', 'dict'])],
  /** The source's name for the type. */
  type: ['pyodbc_inferred_type', z.string()],
  /** Whether the last result that had any columns or fields still had this one. */
  isPresent: ['is_present', z.boolean()],
} as const;

/** A column of a command's tables, as its last results had it. */
export const outputColumn = resource({
  outputColumnId: ['nooc_id', id],
  /** Which of several result sets, from 0. */
  resultSet: ['result_set_zero_idx', z.int()],
  ...outputShape,
});

/** A field of a command's JSON results. */
export const outputField = resource({ outputColumnId: ['noof_id', id], ...outputShape });

const onTemplate = {
  params: z.strictObject({ orgId: textId, kitId: pathId, olId: pathId }),
  query: none,
  body: null,
} as const;

const configures = { needs: 'command', action: 'command.configure', id: 'path.kitId' } as const;

export const listOutputColumns = operation({
  id: 'listOutputColumns',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/ols/{olId}/output-cols',
  summary: "The columns of a command's tables, as its source declares them or its results showed them",
  permission: configures,
  ...onTemplate,
  answer: { kind: 'json', status: 200, schema: z.array(outputColumn) },
});

export const listOutputFields = operation({
  id: 'listOutputFields',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/ols/{olId}/output-fields',
  summary: "The fields of a command's JSON results, as its results showed them",
  permission: configures,
  ...onTemplate,
  answer: { kind: 'json', status: 200, schema: z.array(outputField) },
});

const offered = {
  method: 'GET',
  effect: 'read',
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    /** The filters of `listCommands`. */
    filter: listFilter,
    sort: sortField,
    /** A field of the list, or `last_viewed` by the caller. */
    sortDesc: sortsDown,
    page: queryNumber(0, MOST_COMMANDS).optional(),
    per_page: queryNumber(1, 200).optional(),
  }),
  body: null,
} as const;

const oneOffered = {
  method: 'GET',
  effect: 'read',
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
} as const;

const withOutputs = resource({
  ...listedShape,
  warningTag: ['warning_tag', warningTag.nullable()],
  /** The inputs without which it can't run. */
  requiredKeys: ['required_keys', z.array(z.string())],
  columns: ['output_columns', z.array(outputColumn)],
  fields: ['output_fields', z.array(outputField)],
});

const withInputs = resource({
  ...listedShape,
  /** Without the hidden ones, unless the caller is an engineer of the command. */
  inputs: ['lego_instance_inputs', z.array(input)],
});

export const listCommandsWithOutputs = operation({
  id: 'listCommandsWithOutputs',
  path: '/{orgId}/skinny-kits-output-cols',
  summary:
    'The commands that can feed a dropdown: those that the caller has access to, except private, hidden and startup ones, with the columns of their results',
  ...offered,
  answer: { kind: 'json', status: 200, schema: z.array(withOutputs) },
});

export const readCommandWithOutputs = operation({
  id: 'readCommandWithOutputs',
  path: '/{orgId}/skinny-kits-output-cols/{kitId}',
  summary: 'One command with the columns and fields of its results',
  ...oneOffered,
  answer: { kind: 'json', status: 200, schema: withOutputs },
});

export const listCommandsWithInputs = operation({
  id: 'listCommandsWithInputs',
  path: '/{orgId}/skinny-kits-input-cols',
  summary:
    'The commands that a button or an error can lead to: those that the caller has access to, except private, hidden and startup ones, with their inputs',
  ...offered,
  answer: { kind: 'json', status: 200, schema: z.array(withInputs) },
});

export const readCommandWithInputs = operation({
  id: 'readCommandWithInputs',
  path: '/{orgId}/skinny-kits-input-cols/{kitId}',
  summary: 'One command with its inputs',
  ...oneOffered,
  answer: { kind: 'json', status: 200, schema: withInputs },
});
