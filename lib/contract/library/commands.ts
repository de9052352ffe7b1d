import { z } from 'zod';
import { visibility, warningTag } from '@/lib/settings/command-choices';
import {
  id,
  json,
  listFilter,
  none,
  pathId,
  queryNumber,
  sortField,
  sortsDown,
  textId,
  time,
} from '@/lib/wire/values';
import { resource, sharedResource } from '@/lib/wire/wire';
import { operation } from '../operation';

export const accessRole = z.enum(['admin', 'runner']);
export const accessLevel = z.enum(['org', 'creator', 'user_kit', 'kit', 'dir']);

const commandPerson = sharedResource({
  userId: ['user_id', textId],
  name: ['name', z.string()],
  accessLevel: ['access_level', accessLevel],
});

const commandGroup = sharedResource({ groupId: ['group_id', textId], name: ['name', z.string()] });

/** The fields of a command that lists and its form have in common. */
export const summaryShape = {
  commandId: ['kit_id', id],
  orgId: ['org_id', textId],
  name: ['name', z.string()],
  description: ['description', z.string().nullable()],
  visibility: ['visibility', visibility],
  folderId: ['directory_id', id.nullable()],
  folderName: ['directory_name', z.string().nullable()],
  originCommandId: ['og_kit_id', id.nullable()],
  isCopycat: ['is_copycat_kit', z.boolean()],
  isHidden: ['is_hidden', z.boolean()],
  isDeleted: ['is_deleted', z.boolean()],
  /** Always true: every kit is a command. */
  isCommand: ['is_cmd', z.boolean()],
  /** Empty, like `sourceName`, for people who may only look: a public form doesn't reveal its source. */
  cloudName: ['cloud_name', z.string()],
  sourceKind: ['source_kind', z.string()],
  /** The connection it runs with. */
  sourceName: ['source_name', z.string()],
  version: ['version', z.int()],
  hasAccess: ['has_access', z.boolean()],
  /** The caller's own role and what gives it; null for people who may only look. */
  role: ['role', accessRole.nullable()],
  accessLevel: ['access_level', accessLevel.nullable()],
} as const;

/** The fields of a command in lists. */
export const listedShape = {
  ...summaryShape,
  engineers: ['engineers', z.array(commandPerson)],
  runners: ['runners', z.array(commandPerson)],
  engineerCount: ['engineer_count', z.int()],
  runnerCount: ['runner_count', z.int()],
  engineerGroups: ['engineer_groups', z.array(commandGroup)],
  runnerGroups: ['runner_groups', z.array(commandGroup)],
  nonOrgAdminEngineers: ['non_org_admin_engineers', z.boolean()],
  lastRunAt: ['last_run_at', time.nullable()],
  lastRunStatus: ['last_run_status', z.string().nullable()],
  /** Why its last run ended, if it did not succeed. */
  lastRunEndReason: ['last_run_end_reason', z.string().nullable()],
  template: [
    'anchor_ol',
    resource({
      templateId: ['ol_id', id],
      isRunOnStartup: ['run_on_startup', z.boolean()],
      startupValues: ['run_on_startup_values', json],
      /** What its engineers say that it does to data; null if they don't, and for people who may only look. */
      warningTag: ['warning_tag', warningTag.nullable()],
    }),
  ],
} as const;

/** A command as the lists show it. */
export const commandSummary = resource(listedShape);

const onOneCommand = {
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
} as const;

/** The limit for a whole list and for a page. */
export const MOST_COMMANDS = 10_000;

export const listCommands = operation({
  id: 'listCommands',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/skinny-kits',
  summary: 'The commands of the organization that the caller has access to: all, or a page of them',
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    filter: listFilter,
    sort: sortField,
    sortDesc: sortsDown,
    page: queryNumber(0, MOST_COMMANDS).optional(),
    per_page: queryNumber(1, 200).optional(),
    /** `brief` returns as many of each command's people as there is room for faces; the counts cover all of them. */
    people: z.enum(['all', 'brief']).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(commandSummary) },
});

export const readCommandSummary = operation({
  id: 'readCommandSummary',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/tiny-kits/{kitId}',
  summary: 'One command as the lists show it',
  permission: { needs: 'command', action: 'command.see', id: 'path.kitId' },
  ...onOneCommand,
  answer: { kind: 'json', status: 200, schema: commandSummary },
});

export const readCommandName = operation({
  id: 'readCommandName',
  method: 'GET',
  effect: 'read',
  path: '/pico-kits/{kitId}',
  summary:
    'The name and visibility of a command: for everyone if it is public, otherwise for people who have access',
  permission: { needs: 'command', action: 'command.see', id: 'path.kitId' },
  params: z.strictObject({ kitId: pathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      commandId: ['kit_id', id],
      name: ['name', z.string()],
      visibility: ['visibility', visibility],
    }),
  },
});
