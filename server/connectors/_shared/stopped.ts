import { ConnectorError } from './connector-error';

/** Work that was stopped before it ended. */
export class Stopped extends ConnectorError {
  constructor(
    /** Whether it is sure that the source undid all of it. */
    readonly isUndone: boolean,
    cause?: unknown,
  ) {
    super('cancelled', 'The run was stopped before it ended.', null, { cause });
  }
}

/** Thrown by work in a session that was stopped: its transaction was rolled back. */
export class RolledBack extends Error {
  constructor(cause?: unknown) {
    super('The transaction was rolled back', { cause });
  }
}

/** What stops the work of a session, by what the work threw. */
export const stoppedBy = (cause?: unknown): Stopped => new Stopped(cause instanceof RolledBack, cause);

/** For the person who looks at what a canceled run did. */
export const ROLLED_BACK = 'Its transaction was rolled back, so nothing was changed in the database.';
