import type { Client } from 'pg';

/** The description of a fixture, stored with its rows. */
export interface Manifest {
  /** The migrations that made its schema. */
  migrations: string[];
  /** Its tables, referenced ones first. */
  tables: string[];
  /** ENCRYPTION_KEYS of the workspace: they open nothing else. */
  encryptionKeys: string;
  /** Sequences that no column of a table owns, and their positions. */
  sequences: Record<string, number>;
  /** The tasks that waited in the queue. */
  jobs: { task: string; payload: unknown; key: string; runAt: string }[];
}

/** The total sizes once a fixture was multiplied. */
export interface Size {
  commands: number;
  runs: number;
}

/** A workspace as a release left it. */
export interface Release {
  name: string;
  folder: string;
  manifest: Manifest;
  /**
   * Copies its commands and ended runs until there are that many, in SQL for its schema. Call it before any later
   * migration. The source of each copied run is in the session's table `copied_run (run_id, source_run_id)`.
   *
   * @param resultsDir the folder of the results, to copy them too; without it, copied runs have no results to open
   */
  multiply(client: Client, size: Size, resultsDir?: string): Promise<void>;
}
