import { z } from 'zod';
import { ownSettings, templateSettings } from '@/lib/settings/command-settings';
import { answerShape } from '@/lib/settings/wire-shapes';
import { id, none, pathId, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { summaryShape } from '../library/commands';
import { operation } from '../operation';
import { sourceChange } from '../sources/source-change';
import { errorDecoration, objectDecoration, rowDecoration } from './decoration-shapes';
import { formDropdown } from './form-dropdown';
import { input } from './input-shape';

/**
 * A command's template and source. For people who may only look, the source isn't named: texts are empty and ids are
 * null.
 */
const templateDetail = resource({
  templateId: ['ol_id', id],
  cloudId: ['cloud_id', z.string()],
  cloudName: ['cloud_name', z.string()],
  name: ['lego_name', z.string()],
  description: ['sync_description', z.string().nullable()],
  sourceKind: ['source_kind', z.string()],
  sourceName: ['source_name', z.string()],
  typeSystem: ['type_system', z.string()],
  parameterSource: ['param_source', z.string()],
  /** What engineers may edit of the inputs themselves. */
  inputEdits: [
    'param_source_capabilities',
    resource({
      type: ['edit_types', z.boolean()],
      key: ['edit_key', z.boolean()],
      addAndDelete: ['add_delete', z.boolean()],
      sync: ['sync', z.boolean()],
    }),
  ],
  executionEnvironment: ['execution_env', z.string()],
  runCredentialId: ['run_creds_id', id.nullable()],
  syncCredentialId: ['sync_creds_id', id.nullable()],
  /** What its source told of it since the last sync; null if nothing, and for people who can't configure the command. */
  sourceChange: ['source_change', sourceChange.nullable()],
  ...answerShape(templateSettings),
  /** The HTTP headers that engineers added, by name; their values are never sent back. */
  headers: ['headers', z.record(z.string(), resource({ isSet: ['is_set', z.literal(true)] }))],
  version: ['version', z.int()],
  inputs: ['kit_run_schema', z.array(input)],
  /** For people who cannot configure the command, only those that open what they may run; so are the next two. */
  rowDecorations: ['row_decorations', z.array(rowDecoration)],
  objectDecorations: ['object_decorations', z.array(objectDecoration)],
  errorDecoration: ['error_decoration', errorDecoration.nullable()],
});

/** A command with everything its form needs. */
export const commandDetail = resource({
  ...summaryShape,
  ...answerShape(ownSettings),
  /** Who made the command, to be asked about it; null for people who may only look. */
  creatorName: ['creator_name', z.string().nullable()],
  /** Always false: forms show all of their inputs. */
  isCollapsed: ['collapsed_view', z.boolean()],
  /** Whether a run can be rolled back, so that it only shows what it would do. */
  canDryRun: ['can_dry_run', z.boolean()],
  template: ['anchor_ol', templateDetail],
  /** Of a database command: its connection and its routine. Null for others, and for people who may only look. */
  dbInfo: [
    'db_info',
    resource({
      credentialId: ['db_creds_id', id],
      schema: ['db_schema', z.string()],
      name: ['name', z.string()],
      routineType: ['routine_type', z.string()],
    }).nullable(),
  ],
  /** The dropdowns of its inputs, by id. */
  dropdowns: ['dropdowns', z.record(z.string(), formDropdown)],
});

export const readCommand = operation({
  id: 'readCommand',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/deep-kits-6/{kitId}',
  summary: 'One command with its template and inputs, in the order of the form',
  permission: { needs: 'command', action: 'command.see', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: commandDetail },
});
