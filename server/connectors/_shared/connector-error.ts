import type { RunError } from '@/lib/runs/run-error';

/** Why a source could not be used. */
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
 * A failure at a source, or on the way to it. `message` is public: it names the cause and what to do, includes the
 * source's own message, and never contains a secret.
 */
export class ConnectorError extends Error {
  /** The setting of the connection that is most likely wrong, such as `databaseName`; null if none stands out. */
  readonly setting: string | null;

  constructor(
    readonly code: ConnectorErrorCode,
    message: string,
    /** The source's own fields, if it sent any. */
    readonly source: RunError | null = null,
    { setting = null, ...options }: ErrorOptions & { setting?: string | null } = {},
  ) {
    super(message, options);
    this.name = 'ConnectorError';
    this.setting = setting;
  }
}
