import statement, { type Sql as Statement } from 'sql-template-tag';
import { column } from '@/server/base/database/statements';

/** The switches of a request. */
export interface Switches {
  show_dropdown_runs?: boolean | undefined;
  show_startup_runs?: boolean | undefined;
}

/** Whether the figure `f` counts with these switches. */
export const isCounted = ({ show_dropdown_runs, show_startup_runs }: Switches): Statement => statement`
  (f.trigger <> 'dropdown' or ${show_dropdown_runs === true}) and (f.trigger <> 'startup' or ${show_startup_runs === true})`;

/** Whether the figure `f` is of runs that succeeded, that were canceled, or that failed. */
export const OUTCOME = {
  success: statement`f.outcome = 'success'`,
  canceled: statement`f.outcome = 'cancelled'`,
  failed: statement`f.outcome not in ('success', 'cancelled')`,
} as const;

/** The columns of `SUMS`. */
export const OUTCOMES = { success: column.int, failed: column.int, canceled: column.int };

/** The runs of a group of figures `f` by how they ended. */
export const SUMS = statement`
  coalesce(sum(f.runs) filter (where ${OUTCOME.success}), 0)::int as success,
  coalesce(sum(f.runs) filter (where ${OUTCOME.failed}), 0)::int as failed,
  coalesce(sum(f.runs) filter (where ${OUTCOME.canceled}), 0)::int as canceled`;
