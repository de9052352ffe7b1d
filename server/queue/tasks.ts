import { z } from 'zod';

/** What the worker can be asked to do. A payload is ids: the row they name is the truth. */
export const tasks = {
  make_spreadsheet: z.object({ runId: z.int() }),
  send_mail: z.object({ mailId: z.int() }),
};

export type TaskName = keyof typeof tasks;
export type TaskPayload<Name extends TaskName> = z.output<(typeof tasks)[Name]>;

/**
 * A call that puts a task about a run on the queue, as SQL, so that it commits with the change that asks for it.
 * Nothing is retried by the queue: a run may have had effects, and rows tell what is to be done again. The job
 * key keeps a task from standing in the queue twice.
 *
 * @param runId an SQL expression of the run's id, never a value.
 */
function enqueueSql(task: TaskName, keyPrefix: string, runId: string): string {
  return `graphile_worker.add_job('${task}', json_build_object('runId', ${runId}),
    max_attempts := 1, job_key := '${keyPrefix}' || ${runId})`;
}

export const enqueueSpreadsheetSql = (runId: string): string =>
  enqueueSql('make_spreadsheet', 'spreadsheet:', runId);

/**
 * The same for a message.
 *
 * @param mailId an SQL expression of the message's id, never a value.
 * @param runAt an SQL expression of when it is to be tried.
 */
export const enqueueMailSql = (mailId: string, runAt: string): string =>
  `graphile_worker.add_job('send_mail', json_build_object('mailId', ${mailId}),
    run_at := ${runAt}, max_attempts := 1, job_key := 'mail:' || ${mailId})`;
