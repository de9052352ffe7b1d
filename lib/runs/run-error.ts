/** One error of a run, as its source reported it. Every field except the message may be unknown. */
export interface RunError {
  message: string;
  /** The source's own code: an SQLSTATE, an HTTP status, an exit code. */
  code: string | null;
  detail: string | null;
  hint: string | null;
  where: string | null;
  severity: string | null;
}

/** An error of ours about a run, in the shape of a source's errors. */
export function runError(message: string, hint: string | null = null): RunError {
  return { message, code: null, detail: null, hint, where: null, severity: 'ERROR' };
}

/** One line of a run's log: a NOTICE, a PRINT, a line of script output. */
export interface LogEntry {
  level: 'debug' | 'info' | 'notice' | 'warning' | 'error';
  message: string;
  /** When we received it, milliseconds since the epoch. */
  atMs: number;
}

/** The code of a call that wasn't made because its connection has no credentials yet. */
export const AUTH_MISSING = 'AUTH_MISSING';

/** Whether a source refused access because of a missing or bad credential. */
export const isAboutAuth = ({ code }: RunError): boolean => code === AUTH_MISSING || code === 'HTTP 401';
