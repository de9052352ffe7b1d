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

/** The code of a call that was not made, because its connection has nothing to sign in with yet. */
export const AUTH_MISSING = 'AUTH_MISSING';

/** Whether a source did not let us in for want of a credential, or of a good one. */
export const isAboutAuth = ({ code }: RunError): boolean => code === AUTH_MISSING || code === 'HTTP 401';
