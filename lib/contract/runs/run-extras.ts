import { z } from 'zod';
import { id, longId, longPathId, opaqueObject, pathId, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { MOST_NOTE_CHARS } from './run-approval';

/** Accepted, and ignored. */
export const noEffect = z.unknown().optional().describe('Has no effect. Older scripts send it.');

/** How the requests that start runs name the command. */
export const runOf = {
  templateId: ['olId', id.describe('The `anchor_ol.ol_id` of the command.')],
  commandId: ['kitId', id.describe('The command.')],
} as const;

/** The same of the requests that create runs. */
export const createdFrom = {
  ...runOf,
  uoId: [
    'uoId',
    z
      .string()
      .nullable()
      .optional()
      .describe("The caller's `uo_id`. May be left out; another one's is refused with 403."),
  ],
  runGroupId: [
    'kitRunId',
    longId
      .nullable()
      .optional()
      .describe("A group of the caller's own runs of this command, which this one joins."),
  ],
  kitInstanceId: ['kitInstanceId', noEffect],
} as const;

/** The values of a run. */
export const runValues = opaqueObject.describe(
  'The values of the inputs, by key. An input that is left out has the value that the form opens with.',
);

/** What a person can say about runs, one or many, besides their values, as a request names it. */
export const startExtras = {
  approvalNote: [
    'approvalNote',
    z
      .string()
      .trim()
      .max(MOST_NOTE_CHARS)
      .nullable()
      .optional()
      .describe('A note to the engineers who approve the run, for a command that needs approval.'),
  ],
  confirmation: [
    'confirmation',
    z
      .string()
      .max(200)
      .nullable()
      .optional()
      .describe(
        'The `confirmation_word` of a command that has one; without it the run is refused with 400. A command without a word starts at once.',
      ),
  ],
} as const;

/** The same for a single run. */
export const runExtras = {
  ...startExtras,
  isDryRun: [
    'dryRun',
    z
      .boolean()
      .optional()
      .describe(
        'Whether to undo everything at the source at the end, and to return what would change as `dry_run`. Only routines of databases have it.',
      ),
  ],
  runsAnyway: [
    'runAnyway',
    z
      .boolean()
      .optional()
      .describe(
        'Whether to send values that break only a format, length, or range that the source declares. Without it they are refused with 400.',
      ),
  ],
} as const;

/** What a dry run would have changed. */
export const dryRunReport = resource({
  changes: [
    'changes',
    z.array(z.object({ table: z.string(), inserted: z.int(), updated: z.int(), deleted: z.int() })),
  ],
  notUndone: ['not_undone', z.array(z.string())],
});

export const onOneRun = z.strictObject({ orgId: textId, kitId: pathId, runId: longPathId });

export const ofRun = { id: 'path.runId', command: 'path.kitId' } as const;
