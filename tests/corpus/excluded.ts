/** Routines that the corpus does not call, by name, and why. */
export const excluded: readonly { name: RegExp; reason: string }[] = [
  {
    name: /^(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|age|random|setseed|gen_random_uuid|gen_random_bytes|gen_salt|uuid_generate_v[14].*|normal_rand|pgp_.*encrypt.*)$/,
    reason: 'returns the time or random values',
  },
  {
    name: /^(pg_backend_pid|inet_client_port|pg_postmaster_start_time|pg_conf_load_time|pg_blocking_pids|pg_safe_snapshot_blocking_pids|pg_isolation_test_session_is_blocked|current_query|can)$/,
    reason: 'returns something about the session or the process (such as the number of its temporary schema)',
  },
  {
    name: /^(current_database|pg_current_logfile|pg_describe_object)$/,
    reason: 'names the database, and there are two',
  },
  {
    name: /^((database|schema|table|query|cursor)_to_xml|pg_identify_object)/,
    reason: 'names the database, and there are two',
  },
  {
    name: /^(txid_|pg_current_xact_id|pg_current_snapshot|pg_xact|pg_snapshot|pg_visible_in_snapshot|pg_export_snapshot|pg_get_multixact_members|pg_last_committed_xact|mxid_age|pg_xact_commit)/,
    reason: 'returns transaction ids, which every call advances',
  },
  {
    name: /^(pg_stat_|pg_stat|pg_lock_status|pg_cursor|pg_prepared_|pg_control_|pg_database_size|pg_tablespace_size|pg_show_|pg_get_backend_memory|pg_get_shmem|pg_get_replication|pg_get_wal|pg_log_backend|pg_indexes_size|pg_relation_filenode|pg_relation_filepath|pg_filenode_relation|pg_hba_file|pg_ident_file|pg_config)/,
    reason: 'returns the state of the server, which changes between two calls',
  },
  {
    name: /^(pg_sleep|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_rotate_logfile|pg_advisory_|pg_try_advisory|pg_notify|pg_notification_queue)/,
    reason: 'waits, locks, or stops others',
  },
  {
    name: /^(pg_ls_|pg_read_|pg_file_|pg_stat_file|lo_|loread|lowrite|be_lo)/,
    reason: 'reads or writes files and large objects',
  },
  {
    name: /^(pg_(start|stop)_backup|pg_backup_|pg_switch_wal|pg_create_|pg_drop_replication|pg_copy_|pg_replication_|pg_logical_|pg_promote|pg_wal|pg_current_wal|pg_last_wal|pg_is_wal|pg_import_system|pg_walfile|binary_upgrade_|pg_nextoid|pg_stop_making|pg_upgrade)/,
    reason: 'is for replication, backup, or upgrade',
  },
  {
    name: /^(set_config|nextval|setval|currval|lastval)$/,
    reason: 'changes the session or sequences',
  },
  { name: /^(currtid|currtid2|pg_relation_is_updatable|heap_)/, reason: 'reads rows by their location' },
  {
    name: /^(fmgr_|plpgsql_|pg_ddl|ts_debug|dict|dsnowball|dispell|dsimple|dsynonym|prsd_|thesaurus_)/,
    reason: 'is called only by the server',
  },
  {
    name: /^(todo|todo_start|todo_end|performs_|diag_test_name|no_plan|plan|finish|_cleanup|runtests|do_tap|_runner|findfuncs)/,
    reason: 'measures time, or controls the whole test session of pgTAP',
  },
  {
    name: /^(run_maintenance|drop_partition|undo_partition|partition_data_|run_analyze|dump_partition)/,
    reason: 'needs partitioned tables and works on all of them for minutes',
  },
];

export function exclusionOf(name: string): string | null {
  return excluded.find((rule) => rule.name.test(name))?.reason ?? null;
}
