import type { Person } from '@/lib/access/vocabulary';
import type { jobDecoration, jobErrorDecoration } from '@/lib/contract/schedules/auto-runs';
import type { Decoded } from '@/lib/wire/wire';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import {
  readAutoRuns,
  readAutoRunValues,
  type StoredAutoRun,
  type StoredAutoRunValue,
} from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { shownValue } from '@/server/automation/schedules/job-values';
import { type Sql, sql } from '@/server/base/database/db';
import { AppError } from '@/server/base/errors';
import { type Decorations, readDecorations } from '@/server/commands/decorations/read-decorations';

export type JobDecoration = Decoded<typeof jobDecoration>;
export type JobErrorDecoration = Decoded<typeof jobErrorDecoration>;

/** What a job leads to, as the person sees it. */
export interface ShownAutoRuns {
  decorations: JobDecoration[];
  errorDecoration: JobErrorDecoration | null;
}

export const NO_AUTO_RUNS: ShownAutoRuns = { decorations: [], errorDecoration: null };

export const DELETED_TARGET = 'The command that it opens was deleted.';
export const OTHER_TARGET = 'It now opens another command. Choose its inputs again.';
export const DELETED_DECORATION = 'The row button was deleted.';
const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');
export const lostInputs = (keys: readonly string[]): string =>
  `Its button fills ${quoted(keys)}, which the command no longer has. Choose again what the button fills.`;
const goneColumns = (paths: readonly string[]): string =>
  `Its button needs ${quoted(paths)}, which the last result no longer had. Choose again what the button fills and which rows have it.`;
export const DELETED_JUMP = "The command's button on errors was deleted.";

/** The auto-runs of a command's jobs, by job. Jobs without any are left out. */
export async function showAutoRuns(
  actor: Person,
  command: RunnableSubject,
  jobIds: readonly number[],
  db: Sql = sql,
): Promise<Map<number, ShownAutoRuns>> {
  const stored = await readAutoRuns(command.orgId, jobIds, db);
  if (stored.length === 0) return new Map();
  const values = await readAutoRunValues(
    command.orgId,
    stored.map((each) => each.scheduled_auto_run_id),
    db,
  );
  const decorations = await readDecorations(actor, command);
  const targets = await loadTargets(actor, command.orgId, stored);
  const byJob = new Map<number, ShownAutoRuns>();
  for (const each of stored) {
    const target = targets.get(each.target_command_id) ?? null;
    const own = values.filter((value) => value.scheduled_auto_run_id === each.scheduled_auto_run_id);
    const shown = byJob.get(each.scheduled_job_id) ?? NO_AUTO_RUNS;
    byJob.set(
      each.scheduled_job_id,
      each.kind === 'error'
        ? { ...shown, errorDecoration: errorOf(each, decorations, target, own) }
        : { ...shown, decorations: [...shown.decorations, rowOf(each, decorations, target, own)] },
    );
  }
  return byJob;
}

/** The command that is run; null if it was deleted or the person may not see it. */
type Target = RunnableSubject | null;

async function loadTargets(
  actor: Person,
  orgId: string,
  stored: readonly StoredAutoRun[],
): Promise<Map<number, Target>> {
  const ids = [...new Set(stored.map((each) => each.target_command_id))];
  const targets = await Promise.all(ids.map((id) => loadTarget(actor, orgId, id)));
  return new Map(ids.map((id, at) => [id, targets[at] ?? null]));
}

async function loadTarget(actor: Person, orgId: string, commandId: number): Promise<Target> {
  try {
    return await loadRunnable(actor, orgId, commandId, 'command.see');
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function rowOf(
  stored: StoredAutoRun,
  { rowDecorations }: Decorations,
  target: Target,
  own: readonly StoredAutoRunValue[],
): JobDecoration {
  const decorationId = stored.decoration_id ?? 0;
  const decoration = rowDecorations.find((each) => each.decorationId === decorationId) ?? null;
  return {
    jobDecorationId: stored.scheduled_auto_run_id,
    decorationId,
    name: decoration?.name ?? stored.name,
    ...shownTarget(target),
    problem: decoration === null ? DELETED_DECORATION : problemOf(stored, decoration.targetCommandId),
    decoration,
    inputs: shownInputs(target, own),
  };
}

function errorOf(
  stored: StoredAutoRun,
  { errorDecoration }: Decorations,
  target: Target,
  own: readonly StoredAutoRunValue[],
): JobErrorDecoration {
  return {
    jobDecorationId: stored.scheduled_auto_run_id,
    ...shownTarget(target),
    problem: errorDecoration === null ? DELETED_JUMP : problemOf(stored, errorDecoration.targetCommandId),
    inputs: shownInputs(target, own),
  };
}

/** @param opened what the decoration opens now; null if the person may not see that */
function problemOf(stored: StoredAutoRun, opened: number | null): string | null {
  if (opened !== null && opened !== stored.target_command_id) return OTHER_TARGET;
  if (stored.is_target_deleted) return DELETED_TARGET;
  const { lost_inputs: lost, gone_outputs: gone } = stored;
  if (lost.length > 0) return lostInputs(lost);
  return gone.length > 0 ? goneColumns(gone) : null;
}

const shownTarget = (command: Target) => ({
  targetCommandId: command?.commandId ?? null,
  targetName: command?.name ?? null,
});

/** As in the form, hidden inputs are the engineers' to know. */
function shownInputs(command: Target, own: readonly StoredAutoRunValue[]) {
  if (command === null || command.standing.access === null) return [];
  const isEngineer = command.standing.access?.role === 'admin';
  return command.form.inputs
    .filter(({ hidden }) => isEngineer || !hidden)
    .flatMap((input) =>
      own
        .filter((row) => row.input_id === input.inputId)
        .map((row) => ({
          jobInputId: row.scheduled_auto_run_input_id,
          inputId: input.inputId,
          input,
          ...shownValue(input, row),
        })),
    );
}
