/** One error of a run, as its source told it. Every field but the message may be unknown. */
export interface RunError {
  message: string;
  /** The source's own code: an SQLSTATE, an HTTP status, an exit code. */
  code: string | null;
  detail: string | null;
  hint: string | null;
  where: string | null;
  severity: string | null;
}

/** One line of a run's log: a NOTICE, a PRINT, a line of script output. */
export interface LogEntry {
  level: 'debug' | 'info' | 'notice' | 'warning' | 'error';
  message: string;
  /** When we received it, milliseconds since the epoch. */
  atMs: number;
}
