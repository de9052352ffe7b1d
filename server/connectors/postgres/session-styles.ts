import { Client, type ClientBase, type ClientConfig } from 'pg';
import { guardMessageSize } from './size-guard';

/** What the server reports of a setting, at the start of a session and whenever it changes. */
interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/** A client that knows the settings which the server reports, and takes no message that is too large to hold. */
export class ReportingClient extends Client {
  readonly reported = new Map<string, string>();

  constructor(config?: ClientConfig) {
    super(config);
    guardMessageSize(this, config?.ssl !== undefined && config.ssl !== false);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      this.reported.set(parameterName, parameterValue);
    });
  }
}

/**
 * Makes sure that the session writes values in a form that cells are read from. A routine may itself turn values
 * into text, so the role's own settings stay wherever their form can be read: ISO dates in any order of day and
 * month, the two usual forms of intervals. Only the others are changed, and nothing is asked when none is.
 */
export async function settleStyles(client: ClientBase): Promise<void> {
  if (!(client instanceof ReportingClient)) return;
  const { reported } = client;
  const changes: string[] = [];
  // Named alone, the style leaves the order of day and month as it is.
  if (!reported.get('DateStyle')?.startsWith('ISO')) changes.push('SET DateStyle TO ISO');
  const intervals = reported.get('IntervalStyle') ?? '';
  if (intervals !== 'postgres' && intervals !== 'iso_8601') changes.push('SET IntervalStyle TO postgres');
  // Until version 12 the last digits of a float were left out.
  if (Number.parseInt(reported.get('server_version') ?? '12', 10) < 12)
    changes.push('SET extra_float_digits TO 3');
  if (changes.length > 0) await client.query(changes.join('; '));
}
