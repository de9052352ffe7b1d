import { z } from 'zod';
import { id, none, pathId, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** What can need a command. */
export const dependentKinds = [
  'dropdown',
  'button',
  'error_jump',
  'undo',
  'job',
  'auto_run',
  'webhook',
  'copycat',
  'startup',
  'token',
  'approval',
  'run',
] as const;
export type DependentKind = (typeof dependentKinds)[number];

/** The most of one kind that are named; more are counted. */
export const MOST_DEPENDENTS = 20;

export const dependent = resource({
  kind: ['kind', z.enum(dependentKinds)],
  /** How many there are of this kind, with those that aren't listed: beyond the limit, or out of the caller's sight. */
  total: ['total_of_kind', z.int()],
  /** What it is called: a job, a button, an input; null where it has no name of its own. */
  name: ['name', z.string().nullable()],
  /** The command that it belongs to. */
  commandId: ['kit_id', id],
  commandName: ['kit_name', z.string()],
  ownerName: ['owner_name', z.string().nullable()],
  /** When it would run next; null if it doesn't run by a clock. */
  nextAt: ['next_time', time.nullable()],
  /** The id of a scheduled job; null for everything else. */
  cronJobId: ['cron_job_id', id.nullable()],
});

export const dependents = z.object({
  dependents: z.array(dependent),
  /** Those of commands that the caller can't see, by kind. */
  hidden: z.array(z.object({ kind: z.enum(dependentKinds), count: z.int() })),
});

const answersDependents = { kind: 'json', status: 200, schema: dependents } as const;

export const listDependents = operation({
  id: 'listDependents',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/dependents',
  summary: 'What needs a command, and would stop working without it',
  permission: { needs: 'command', action: 'command.delete', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: answersDependents,
});

export const listConnectionDependents = operation({
  id: 'listConnectionDependents',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/creds/{credsId}/dependents',
  summary: 'What needs the commands of a connection, and would stop working without it',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId, credsId: pathId }),
  query: none,
  body: null,
  answer: answersDependents,
});

export const listFolderDependents = operation({
  id: 'listFolderDependents',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/directories/{directoryId}/dependents',
  summary: 'What runs with rights that its owner has only by a folder, and would stop without it',
  permission: { needs: 'folder', action: 'folder.change', id: 'path.directoryId' },
  params: z.strictObject({ orgId: textId, directoryId: pathId }),
  query: none,
  body: null,
  answer: answersDependents,
});

export const listPersonDependents = operation({
  id: 'listPersonDependents',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/members/{userId}/dependents',
  summary: 'What runs with the rights of a person or a service account, and would stop without them',
  permission: { needs: 'org', action: 'org.manage' },
  params: z.strictObject({ orgId: textId, userId: textId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: dependents.extend({
      /** How many programs act as them in this organization, each with a token of its own. */
      programs: z.int(),
    }),
  },
});

/** What can name an input. */
export const inputDependentKinds = [
  'job',
  'auto_run',
  'webhook',
  'condition',
  'check',
  'button',
  'undo',
  'preset',
  'parameter',
] as const;

export const inputDependent = resource({
  kind: ['kind', z.enum(inputDependentKinds)],
  /** The key of the input that it names. */
  key: ['key', z.string()],
  /** What it is called; of a check its message, of a condition the input that has it, and of a parameter the dropdown. */
  name: ['name', z.string()],
  ownerName: ['owner_name', z.string().nullable()],
  /** When it would run next; null if it doesn't run by a clock. */
  nextAt: ['next_time', time.nullable()],
});

export const listInputDependents = operation({
  id: 'listInputDependents',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/input-dependents',
  summary: 'What has a value for an input of a command, or names one, and stops or changes with it',
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(inputDependent) },
});

/** What can need a column or field of results. */
export const outputDependentKinds = ['dropdown', 'button', 'auto_run'] as const;

export const outputDependent = resource({
  kind: ['kind', z.enum(outputDependentKinds)],
  /** Where the output is: its result set, from 0, and its name or path. */
  resultSet: ['result_set', z.int()],
  path: ['path', z.string()],
  /** What it is called: a button, a job; of a dropdown the input that shows it. Null for what the caller can't see. */
  name: ['name', z.string().nullable()],
  /** The command with the input; null for the others, and for one that the caller can't see. */
  commandName: ['kit_name', z.string().nullable()],
  /** The button, or the one that an auto-run follows; null for a dropdown. */
  decorationId: ['decoration_id', id.nullable()],
  ownerName: ['owner_name', z.string().nullable()],
  /** When a job would run next. */
  nextAt: ['next_time', time.nullable()],
});

export const listOutputDependents = operation({
  id: 'listOutputDependents',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/output-dependents',
  summary: 'What takes values from columns and fields of the results of a command',
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(outputDependent) },
});
