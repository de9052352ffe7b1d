import type { RunError } from '@/lib/runs/run-error';

/** Why a source could not be used, told so that a person knows what to change. */
export type ConnectorErrorCode =
  | 'unreachable'
  | 'unauthorized'
  | 'forbidden_address'
  | 'invalid_connection'
  | 'not_found'
  | 'timed_out'
  | 'cancelled'
  | 'failed';

/**
 * A fault at or on the way to a source. `message` is public: it names the cause and the way out, holds
 * the source's own words, and never a secret.
 */
export class ConnectorError extends Error {
  constructor(
    readonly code: ConnectorErrorCode,
    message: string,
    /** The source's own fields, where it gave some. */
    readonly source: RunError | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ConnectorError';
  }
}
