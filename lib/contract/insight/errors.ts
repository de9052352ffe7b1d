import { z } from 'zod';
import {
  id,
  longId,
  longPathId,
  none,
  pathId,
  queryBoolean,
  queryNumber,
  textId,
  time,
} from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { count, day, inOrg } from './shared';

export const errorStates = ['open', 'resolved', 'ignored'] as const;
export type ErrorState = (typeof errorStates)[number];

/** What a list of errors is sorted by, the greatest first. */
export const errorSorts = ['last', 'runs'] as const;
/** How many commands a list names with each error. */
export const COMMANDS_IN_LIST = 3;
/** How many weeks an error is counted by, this one included. */
export const WEEKS_OF_ERROR = 12;
/** An error is ignored for at most so many further failures. */
export const MOST_IGNORED_RUNS = 1_000_000;

const person = resource({ userId: ['user_id', textId], name: ['name', z.string()] });

const hitCommand = resource({
  commandId: ['kit_id', id],
  name: ['name', z.string()],
  isDeleted: ['is_deleted', z.boolean()],
  runs: ['runs', count],
});

/**
 * Runs that failed in the same way. Everything is counted of the commands that the caller configures; for admins of the
 * organization, `private_runs` counts the rest, of other people's private commands.
 */
const error = {
  errorId: ['error_id', longId],
  /** The message without the values in it. */
  title: ['title', z.string()],
  /** The source's own code, such as an SQLSTATE or an HTTP status. */
  code: ['code', z.string().nullable()],
  /** The routine, script, or path, with its line if that is known. */
  place: ['place', z.string().nullable()],
  sourceKind: ['source_kind', z.string()],
  credentialName: ['creds_name', z.string()],
  /** Whether values were refused, rather than something being broken. */
  isBadInput: ['is_bad_input', z.boolean()],
  state: ['state', z.enum(errorStates)],
  stateSince: ['state_since', time],
  /** Who resolved or ignored it; null for an open error. */
  stateByName: ['state_by_name', z.string().nullable()],
  ignoredUntil: ['ignored_until', time.nullable()],
  /** The number of further failures that reopens it. */
  ignoredRunsLeft: ['ignored_runs_left', count.nullable()],
  assignee: ['assignee', person.nullable()],
  runs: ['runs', count],
  privateRuns: ['private_runs', count],
  people: ['people', count],
  commandCount: ['command_count', count],
  commands: ['commands', z.array(hitCommand)],
  firstAt: ['first_at', time],
  lastAt: ['last_at', time],
} as const;

export const listedError = resource(error);

export const errorDetails = resource({
  ...error,
  /** From Monday on, in UTC; weeks without failures are left out. */
  weeks: ['weeks', z.array(resource({ weekStart: ['week_start', day], runs: ['runs', count] }))],
  /** Who may be assigned: the engineers of its commands. */
  engineers: ['engineers', z.array(person)],
});

const enter = { needs: 'org', action: 'org.enter' } as const;
const onError = z.strictObject({ orgId: textId, errorId: longPathId });

export const listErrors = operation({
  id: 'listErrors',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/errors',
  summary:
    'Failures of the commands that the caller configures, one for all that fail in the same way, page by page',
  permission: enter,
  params: inOrg,
  query: z.strictObject({
    state: z.enum(errorStates).optional(),
    kit_id: pathId.optional(),
    source_kind: z.string().max(50).optional(),
    /** The error that this run failed with, and no other. */
    run_id: longPathId.optional(),
    /** Refused values are left out unless they are asked for. */
    show_bad_input: queryBoolean.optional(),
    sort: z.enum(errorSorts).optional(),
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,15}_\d{1,16}$/)
      .optional(),
    per_page: queryNumber(1, 100).optional(),
  }),
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      errors: ['errors', z.array(listedError)],
      next: ['next', z.string().nullable()],
      /** How many errors there are in each state, with the other filters. */
      counts: [
        'counts',
        resource({ open: ['open', count], resolved: ['resolved', count], ignored: ['ignored', count] }),
      ],
      /** How many errors of the asked state are left out, because they are refused values. */
      leftOut: ['left_out', count],
      /** Errors that only other people's private commands have. */
      unnamed: ['unnamed', resource({ errors: ['errors', count], runs: ['runs', count] })],
    }),
  },
});

export const readError = operation({
  id: 'readError',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/errors/{errorId}',
  summary:
    'An error with its commands, its weeks, and who may be assigned; `listRuns` lists its runs by `error_id`',
  permission: enter,
  params: onError,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: errorDetails },
});

export const updateError = operation({
  id: 'updateError',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/errors/{errorId}',
  summary: 'Resolves, ignores, or reopens an error, or assigns it to an engineer of its commands',
  permission: enter,
  params: onError,
  query: none,
  body: requestBody({
    state: ['state', z.enum(errorStates).optional()],
    /** With `state: ignored`: one of the two, or both. It is open again with the first failure after that time. */
    ignoredUntil: ['ignoredUntil', time.optional()],
    ignoredRuns: ['ignoredRuns', z.int().min(1).max(MOST_IGNORED_RUNS).optional()],
    /** Null for nobody. */
    assigneeId: ['assigneeId', textId.nullable().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: errorDetails },
});
