import { Client, type ClientBase, type ClientConfig } from 'pg';
import { guardMessageSize } from './size-guard';

/** A setting that the server reports at the start of a session, and whenever it changes. */
interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** How long a server may take to close a session that has ended. */
const endingMs = 2_000;

/** A client that tracks reported settings, and refuses messages that are too large for memory. */
export class ReportingClient extends Client {
  readonly reported = new Map<string, string>();

  constructor(config?: ClientConfig) {
    super(config);
    // A server may break off at any moment, also in the packet that lets us in. The next query fails by itself.
    this.on('error', () => {});
    guardMessageSize(this, config?.ssl !== undefined && config.ssl !== false);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      this.reported.set(parameterName, parameterValue);
    });
  }

  /** A server that doesn't close its side would keep the socket for as long as it likes. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.connection;
    const timer = setTimeout(() => stream.destroy(), endingMs);
    stream.once('close', () => clearTimeout(timer));
    return callback === undefined ? super.end() : super.end(callback);
  }
}

/**
 * Ensures that the session prints values in a form that our readers know. A routine may itself convert values to text, so
 * the role's settings stay if their form is readable: ISO dates in any order of day and month, the two usual forms of
 * intervals. Only the others are changed, and if none is, no query is sent.
 */
export async function settleStyles(client: ClientBase): Promise<void> {
  if (!(client instanceof ReportingClient)) return;
  const { reported } = client;
  const changes: string[] = [];
  // With only the style named, the order of day and month stays.
  if (!reported.get('DateStyle')?.startsWith('ISO')) changes.push('SET DateStyle TO ISO');
  const intervals = reported.get('IntervalStyle') ?? '';
  if (intervals !== 'postgres' && intervals !== 'iso_8601') changes.push('SET IntervalStyle TO postgres');
  // Before version 12, the last digits of a float were omitted.
  if (Number.parseInt(reported.get('server_version') ?? '12', 10) < 12)
    changes.push('SET extra_float_digits TO 3');
  if (changes.length > 0) await client.query(changes.join('; '));
}
