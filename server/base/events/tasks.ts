import statement, { type Sql as Statement } from 'sql-template-tag';
import { z } from 'zod';

/** The worker's tasks. A payload holds only ids: the row is the truth. */
export const tasks = {
  make_spreadsheet: z.object({ runId: z.int() }),
  combine_runs: z.object({ combinedId: z.int() }),
  send_mail: z.object({ mailId: z.int() }),
  send_sign_in_link: z.object({ linkId: z.int() }),
};

export type TaskName = keyof typeof tasks;
export type TaskPayload<Name extends TaskName> = z.output<(typeof tasks)[Name]>;

/** Whether a row of `graphile_worker.jobs` is a task that a worker may begin now. */
export const IS_DUE_TASK = statement`run_at <= now() and locked_at is null and attempts < max_attempts`;

/**
 * Returns SQL that queues a task about a run and returns the job's id, so that it commits with the change that requests
 * it. The queue does not retry: a run may have had effects, and rows tell what to do again. The job key prevents
 * duplicates in the queue.
 *
 * @param runId an SQL expression of the run's id
 */
export const enqueueSpreadsheet = (runId: Statement): Statement =>
  statement`(graphile_worker.add_job('make_spreadsheet', json_build_object('runId', ${runId}),
    max_attempts := 1, job_key := 'spreadsheet:' || ${runId})).id`;

/**
 * Returns SQL that queues the writing of a combined file.
 *
 * @param combinedId an SQL expression of its id
 */
export const enqueueCombining = (combinedId: Statement): Statement =>
  statement`(graphile_worker.add_job('combine_runs', json_build_object('combinedId', ${combinedId}),
    max_attempts := 1, job_key := 'combined:' || ${combinedId})).id`;

/**
 * Returns SQL that queues the sending of a message.
 *
 * @param mailId an SQL expression of the message's id
 * @param runAt an SQL expression of the time of the attempt
 */
export const enqueueMail = (mailId: Statement, runAt: Statement): Statement =>
  statement`(graphile_worker.add_job('send_mail', json_build_object('mailId', ${mailId}),
    run_at := ${runAt}, max_attempts := 1, job_key := 'mail:' || ${mailId})).id`;

/** The attempts at a link that works for ten minutes; the queue waits longer after each, about three minutes in all. */
const LINK_ATTEMPTS = 6;

/**
 * Returns SQL that queues the message with a sign-in link.
 *
 * @param linkId an SQL expression of the link's id
 */
export const enqueueSignInLink = (linkId: Statement): Statement =>
  statement`(graphile_worker.add_job('send_sign_in_link', json_build_object('linkId', ${linkId}),
    max_attempts := ${LINK_ATTEMPTS}, job_key := 'sign-in-link:' || ${linkId})).id`;
