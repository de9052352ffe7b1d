import { z } from 'zod';
import type { InputValues } from '@/lib/inputs/input';
import { jsonText } from '@/lib/wire/json-text';
import { id, json, opaqueObject, pathId, queryBoolean, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** How many options one answer has; others are found by searching. */
export const MOST_OPTIONS_SHOWN = 100;
/** How often a form asks again while options are loading, and for how long. */
export const POLL_MS = 2000;
export const LONGEST_POLL_MS = 900_000;

const option = resource({
  /** What is sent. */
  value: ['value', json],
  /** What people read. */
  display: ['display', z.string()],
});

/**
 * `loading`: a run is in progress; ask again, the options so far are those of the last result. `waiting`: other inputs
 * must be filled in first. `failed`: `message` says why.
 */
const optionsState = z.enum(['ready', 'loading', 'waiting', 'failed']);

/** The options of an input's dropdown, and nothing else of the command that they come from (S17). */
export const dropdownOptions = resource({
  state: ['state', optionsState],
  options: ['options', z.array(option)],
  /** The options of the values that were asked for as `chosen`. */
  chosen: ['chosen', z.array(option)],
  /** How many options there are, and how many of them match the search. */
  total: ['total', z.int()],
  matchCount: ['match_count', z.int()],
  /** When the command that gives them ended; null for hardcoded options. */
  loadedAt: ['loaded_at', time.nullable()],
  message: ['message', z.string().nullable()],
  /** The inputs of the form to fill in first. */
  needs: ['needs', z.array(z.string())],
});

export const listDropdownOptions = operation({
  id: 'listDropdownOptions',
  method: 'GET',
  effect: 'run',
  path: '/{orgId}/kits/{kitId}/li-inputs/{inputId}/options',
  summary:
    "The options of an input's dropdown. Runs the sending command if no result is fresh; ask again while `state` is `loading`",
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId', form: true },
  params: z.strictObject({ orgId: textId, kitId: pathId, inputId: pathId }),
  query: z.strictObject({
    /** The form's values as JSON, by input key, for options that depend on them. */
    values: jsonText<InputValues>(opaqueObject, 'Must be a JSON object').optional(),
    search: z.string().max(500).optional(),
    /** Loads them again, whatever the cache has. */
    refresh: queryBoolean.optional(),
    /** Values as a JSON list, whose options are returned too. */
    chosen: jsonText(z.array(json).max(1000), 'Must be a JSON list').optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: dropdownOptions },
});

/** How many texts one request asks about, and how many options of the same name an answer lists. */
export const MOST_TEXTS = 1000;
export const MOST_NAMESAKES = 5;

/** What texts mean to the dropdown of an input. */
export const foundOptions = resource({
  state: ['state', optionsState],
  message: ['message', z.string().nullable()],
  needs: ['needs', z.array(z.string())],
  /** The texts that mean something, in the order of the request. */
  found: [
    'found',
    z.array(
      resource({
        text: ['text', z.string()],
        /** Whether it is the value of an option. */
        isValue: ['is_value', z.boolean()],
        /** The values of the options with this name. */
        named: ['named', z.array(json)],
      }),
    ),
  ],
});

export const findDropdownOptions = operation({
  id: 'findDropdownOptions',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/kits/{kitId}/li-inputs/{inputId}/options/found',
  summary:
    "Which options of an input's dropdown texts mean: as their value, or as the name that a form shows. Loads the options as listing them does",
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId', form: true },
  params: z.strictObject({ orgId: textId, kitId: pathId, inputId: pathId }),
  query: z.strictObject({}),
  body: requestBody({
    texts: ['texts', z.array(z.string().max(2000)).max(MOST_TEXTS)],
    /** The form's values, by input key, for options that depend on them. */
    values: ['values', opaqueObject.optional()],
  }),
  answer: { kind: 'json', status: 200, schema: foundOptions },
});

export const previewDropdownOptions = operation({
  id: 'previewDropdownOptions',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/kits/{kitId}/li-inputs/{inputId}/options/preview',
  summary:
    'The options that an input would have from a command, before a dropdown is saved. Loads them as listing options does',
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId', form: true },
  params: z.strictObject({ orgId: textId, kitId: pathId, inputId: pathId }),
  query: z.strictObject({}),
  body: requestBody({
    senderCommandId: ['senderKitId', id],
    valueColumnId: ['senderValueNoocId', id],
    displayColumnId: ['senderDisplayNoocId', id],
    /** The form's values, by input key, for options that depend on them. */
    values: ['values', opaqueObject.optional()],
    /** Loads them again, whatever the cache has. */
    refresh: ['refresh', z.boolean().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: dropdownOptions },
});
