import type { Client } from 'pg';

/** What a fixture says of itself, beside its rows. */
export interface Manifest {
  /** The migrations that made its schema. */
  migrations: string[];
  /** Its tables, those that others point at first. */
  tables: string[];
  /** ENCRYPTION_KEYS of the workspace: they open nothing else. */
  encryptionKeys: string;
  /** Sequences that no column of a table owns, and where each stands. */
  sequences: Record<string, number>;
  /** The tasks that waited in the queue. */
  jobs: { task: string; payload: unknown; key: string; runAt: string }[];
}

/** How much there is in all once a fixture was multiplied. */
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
   * Copies its commands and ended runs until there are that many, in SQL for its schema: to be called before any later
   * migration. Which run each was copied from stands in the table `copied_run (run_id, source_run_id)` of the session.
   *
   * @param resultsDir where the results are, to copy them too; what is copied without them has none to open
   */
  multiply(client: Client, size: Size, resultsDir?: string): Promise<void>;
}
