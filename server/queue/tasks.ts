import statement, { type Sql as Statement } from 'sql-template-tag';
import { z } from 'zod';

/** What the worker can be asked to do. A payload is ids: the row they name is the truth. */
export const tasks = {
  make_spreadsheet: z.object({ runId: z.int() }),
  send_mail: z.object({ mailId: z.int() }),
};

export type TaskName = keyof typeof tasks;
export type TaskPayload<Name extends TaskName> = z.output<(typeof tasks)[Name]>;

/**
 * A call that puts a task about a run on the queue, as SQL that answers the job's id, so that it commits with the
 * change that asks for it. The queue retries nothing: a run may have had effects, and rows tell what is to be done
 * again. The job key keeps a task from standing in the queue twice.
 *
 * @param runId an SQL expression of the run's id
 */
export const enqueueSpreadsheet = (runId: Statement): Statement =>
  statement`(graphile_worker.add_job('make_spreadsheet', json_build_object('runId', ${runId}),
    max_attempts := 1, job_key := 'spreadsheet:' || ${runId})).id`;

/**
 * The same for a message.
 *
 * @param mailId an SQL expression of the message's id
 * @param runAt an SQL expression of when it is to be tried
 */
export const enqueueMail = (mailId: Statement, runAt: Statement): Statement =>
  statement`(graphile_worker.add_job('send_mail', json_build_object('mailId', ${mailId}),
    run_at := ${runAt}, max_attempts := 1, job_key := 'mail:' || ${mailId})).id`;
