import { z } from 'zod';

/** What the worker can be asked to do. A payload is ids: the row they name is the truth. */
export const tasks = {
  execute_run: z.object({ runId: z.int() }),
};

export type TaskName = keyof typeof tasks;
export type TaskPayload<Name extends TaskName> = z.output<(typeof tasks)[Name]>;

/**
 * A call that puts a run on the queue, as SQL, so that it commits with the change that asks for it. A run is
 * never retried by the queue, since it may have had effects. The job key keeps a run from standing in the
 * queue twice.
 *
 * @param runId an SQL expression of the run's id, never a value.
 */
export function enqueueRunSql(runId: string): string {
  return `graphile_worker.add_job('execute_run', json_build_object('runId', ${runId}),
    max_attempts := 1, job_key := 'run:' || ${runId})`;
}
