import { z } from 'zod';
import { id, pathId, textId, time, typedLabel } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { cacheInterval, componentId, dropdownKind } from './form-dropdown';

/** The limits of a hardcoded dropdown; longer lists come from a command. */
export const MOST_VALUES = 1000;
export const LONGEST_VALUE = 500;

const column = resource({
  columnId: ['nooc_id', id],
  name: ['name', z.string()],
  /** Whether the command's last result had it. */
  isPresent: ['is_present', z.boolean()],
});

/** The sending command. */
const sender = resource({ commandId: ['kit_id', id], name: ['name', z.string()] });

/** A dropdown, for engineers. */
export const dropdown = resource({
  dropdownId: ['dropdown_id', id],
  orgId: ['org_id', textId],
  name: ['name', z.string()],
  kind: ['type', dropdownKind],
  componentId: ['component_id', componentId],
  /** The values of a hardcoded dropdown; null for the other kind. */
  values: ['enum', z.array(z.string()).nullable()],
  senderCommandId: ['sender_kit_id', id.nullable()],
  /** Null for hardcoded ones, and for callers without access to the sending command. */
  sender: ['kit', sender.nullable()],
  valueColumnId: ['sender_value_nooc_id', id.nullable()],
  displayColumnId: ['sender_display_nooc_id', id.nullable()],
  /** Null for hardcoded ones, for callers without access, and for columns that the command no longer returns. */
  valueColumn: ['value_col', column.nullable()],
  displayColumn: ['display_col', column.nullable()],
  cacheInterval: ['cache_interval', cacheInterval.nullable()],
  createdAt: ['created_at', time],
  version: ['version', z.int()],
  /** Whether the caller may change it. */
  mayChange: ['may_change', z.boolean()],
  /** How many inputs use it, including those that the caller can't see. */
  useCount: ['use_count', z.int()],
  /** The inputs that use it, of commands that the caller has access to. */
  uses: [
    'uses',
    z.array(
      resource({
        commandId: ['kit_id', id],
        commandName: ['kit_name', z.string()],
        inputId: ['lego_instance_input_id', id],
        inputKey: ['key', z.string()],
      }),
    ),
  ],
});

const inOrg = z.strictObject({ orgId: textId });

export const listDropdowns = operation({
  id: 'listDropdowns',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/dropdowns',
  summary: "The organization's dropdowns, for engineers of at least one command",
  permission: { needs: 'dropdowns' },
  params: inOrg,
  query: z.strictObject({
    sort: z.enum(['dropdown_id', 'name']).optional(),
    sortDesc: z.enum(['dropdown_id', 'name']).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(dropdown) },
});

const name = typedLabel(200, 'Enter a name');
/** The values as a JSON list, or its text. */
const values = z.union([z.array(z.string()), z.string().max(600_000)]).nullable();

const fields = {
  orgId: ['orgId', textId.optional()],
  values: ['enum', values.optional()],
  senderCommandId: ['senderKitId', id.nullable().optional()],
  valueColumnId: ['senderValueNoocId', id.nullable().optional()],
  displayColumnId: ['senderDisplayNoocId', id.nullable().optional()],
  cacheInterval: ['cacheInterval', cacheInterval.nullable().optional()],
  componentId: ['componentId', componentId.nullable().optional()],
} as const;

export const createDropdown = operation({
  id: 'createDropdown',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/dropdowns',
  summary:
    'Creates a dropdown with hardcoded values (`enum`) or with options from a command; link it by setting `dropdownId` of an input',
  permission: { needs: 'dropdowns' },
  params: inOrg,
  query: z.strictObject({}),
  body: requestBody({ name: ['name', name], ...fields }),
  answer: { kind: 'json', status: 201, schema: dropdown },
});

export const updateDropdown = operation({
  id: 'updateDropdown',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/dropdowns/{dropdownId}',
  summary: 'Changes a dropdown for every input that uses it; its kind stays',
  permission: { needs: 'dropdowns', id: 'path.dropdownId' },
  params: z.strictObject({ orgId: textId, dropdownId: pathId }),
  query: z.strictObject({}),
  body: requestBody({
    name: ['name', name.optional()],
    ...fields,
    version: ['version', z.int().min(1).optional()],
  }),
  answer: { kind: 'json', status: 200, schema: dropdown },
});

export const deleteDropdown = operation({
  id: 'deleteDropdown',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/dropdowns/{dropdownId}',
  summary:
    'Deletes a dropdown that no input uses; 409 names the commands that do, as far as the caller may see them',
  permission: { needs: 'dropdowns', id: 'path.dropdownId' },
  params: z.strictObject({ orgId: textId, dropdownId: pathId }),
  query: z.strictObject({}),
  body: null,
  answer: { kind: 'nothing' },
});
