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
});

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
  answer: {
    kind: 'json',
    status: 200,
    schema: z.object({
      dependents: z.array(dependent),
      /** Those of commands that the caller can't see, by kind. */
      hidden: z.array(z.object({ kind: z.enum(dependentKinds), count: z.int() })),
    }),
  },
});
