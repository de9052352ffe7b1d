/**
 * Work that the worker does after an upgrade, in batches. Each statement counts what remains of it, as `left`. The
 * tests wait until nothing remains, and open every old run again.
 */
export const pendingWork: readonly string[] = [
  // Snapshots become definitions, and logs become pieces.
  'select count(*) as left from run where snapshot is not null or log_text is not null',
  // Defaults of secret inputs are sealed.
  'select count(*) as left from command_input where unsealed_default is not null',
  // Inputs that are secrets by their names become such, and their earlier values are sealed.
  'select count(*) as left from template_input where not is_name_checked',
  'select count(*) as left from sealing_task',
  // The files of results are measured.
  "select count(*) as left from run where has_result and result_bytes is null and status not in ('starting', 'running')",
  // Runs are counted for Analytics.
  'select greatest((select max(run_id) from run) - reached_run_id, 0) as left from figure_progress',
  // Failed runs are grouped.
  'select count(*) as left from ungrouped_run',
];
