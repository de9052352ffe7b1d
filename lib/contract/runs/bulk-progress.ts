import { z } from 'zod';
import { longId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';

/** How far a bulk run has come, in rows. The five counts add up to `total`. */
export const bulkProgress = resource({
  parentRunId: ['parent_run_id', longId],
  total: ['total', z.int()],
  success: ['success', z.int()],
  failure: ['failure', z.int()],
  running: ['running', z.int()],
  waiting: ['waiting', z.int()],
  /** Canceled before they began; they count in `failure`, too. */
  canceled: ['canceled', z.int()],
  isPaused: ['is_paused', z.boolean()],
  /** Whether someone asked it to stop. */
  isStopping: ['is_stopping', z.boolean()],
  /** The bulk run whose failed rows it runs again. */
  rerunOf: ['rerun_of', longId.nullable()],
  /** Rows that an auto-run did not run, because there were more than it may run. */
  leftOutRows: ['left_out_rows', z.int()],
  startedAt: ['start_time', time.nullable()],
  endedAt: ['end_time', time.nullable()],
});
