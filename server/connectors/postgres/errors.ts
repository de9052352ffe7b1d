import { DatabaseError } from 'pg';
import type { RunError } from '@/lib/runs/run-error';
import { ConnectorError, type ConnectorErrorCode } from '../_shared/connector-error';
import type { PostgresConnection } from './connection';

/** Longer texts are cut: they are stored in the run's row, and sent whenever the run is viewed. */
const longestText = 20_000;

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}

const cutOrNull = (text: string | undefined): string | null => (text === undefined ? null : cut(text));

/** Converts a server error to the form that runs store. */
export function toRunError(error: DatabaseError): RunError {
  const noted = {
    message: cut(error.message),
    code: error.code ?? null,
    detail: cutOrNull(error.detail),
    hint: cutOrNull(error.hint),
    where: cutOrNull(error.where),
    severity: error.severity ?? null,
  };
  if (error.code !== '2D000' || noted.hint !== null) return noted;
  return {
    ...noted,
    hint: 'This routine commits by itself: switch off "Execute in a transaction" in the command\'s settings.',
  };
}

/**
 * Names the input whose value was refused. The server counts placeholders (`unnamed portal parameter $2`), which omitted
 * arguments don't have, and composites may have several of. Other locations stay unchanged.
 */
export function namingArgument(where: string | null, keys: readonly string[]): string | null {
  const match = /^[^"'«„“\n]*\$(\d+)(?= = |$)/.exec(where ?? '');
  const key = keys[Number(match?.[1] ?? 0) - 1];
  if (match === null || where === null || key === undefined) return where;
  return `argument "${key}"${where.slice(match[0].length)}`;
}

/** Describes what went wrong while connecting or reading the catalog, in words that a person can act on. */
export function toConnectorError(error: unknown, connection: PostgresConnection): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (error instanceof DatabaseError) return fromServer(error, connection);
  return fromNetwork(error instanceof Error ? error : new Error(String(error)), connection);
}

/** The session ended while in use: the connection was lost, or we ended it for a reason that is reported unchanged. */
export function lostConnection(error: unknown, { host, port }: PostgresConnection): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const words = error instanceof Error ? error.message : String(error);
  const message = `The connection to ${host}:${port} was lost while it was in use (${words}). Check what was done, then run again.`;
  return new ConnectorError('unreachable', message, null, { cause: error });
}

/** Whether a refusal may not occur without TLS: pg_hba.conf has lines for both. */
export function isTlsRefusal(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '28000';
  return error instanceof Error && error.message === 'The server does not support SSL connections';
}

/** Whether another address of the same host may respond. */
export function isNetworkRefusal(error: unknown): boolean {
  return ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL'].includes(
    codeOf(error) ?? '',
  );
}

/** The setting of a connection that is most likely wrong. */
type Setting = keyof PostgresConnection | null;

function fromServer(
  error: DatabaseError,
  { databaseName, username, tls }: PostgresConnection,
): ConnectorError {
  const connectorError = (code: ConnectorErrorCode, advice: string, setting: Setting = null) =>
    new ConnectorError(code, `${advice} (${cut(error.message)})`, toRunError(error), {
      cause: error,
      setting,
    });
  switch (error.code) {
    case '28P01':
      return connectorError(
        'unauthorized',
        `The server refused the password of "${username}". Check username and password.`,
        'password',
      );
    case '28000':
      // The same code stands for a role that doesn't exist or may not sign in, which no line of that file changes.
      return error.message.includes('pg_hba.conf')
        ? connectorError(
            'unauthorized',
            `The server doesn't allow "${username}" to connect from here with TLS mode "${tls.mode}". ` +
              'Check the username and the TLS mode, and ask for a matching line in pg_hba.conf.',
          )
        : connectorError(
            'unauthorized',
            `The server doesn't let "${username}" sign in. Check the username.`,
            'username',
          );
    case '3D000':
      return connectorError(
        'invalid_connection',
        `There is no database "${databaseName}" on this server. Check its name.`,
        'databaseName',
      );
    case '42501':
      return connectorError(
        'unauthorized',
        `"${username}" lacks a permission. Ask the database's owner to grant it.`,
      );
    case '53300':
      return connectorError(
        'failed',
        'The server has no free connections. Try again later, or raise max_connections.',
      );
    case '57P03':
      return connectorError('unreachable', 'The server is starting or stopping. Try again in a moment.');
    case '57014':
      return connectorError('timed_out', 'The server canceled the work.');
    default:
      return connectorError('failed', 'The server reported an error.');
  }
}

function fromNetwork(error: Error, { host, port, username }: PostgresConnection): ConnectorError {
  const connectorError = (code: ConnectorErrorCode, advice: string, setting: Setting = null) =>
    new ConnectorError(code, `${advice} (${error.message})`, null, { cause: error, setting });
  // The network's own words would only repeat these.
  const enough = (code: ConnectorErrorCode, advice: string, setting: Setting = null) =>
    new ConnectorError(code, advice, null, { cause: error, setting });
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') {
    return enough(
      'unreachable',
      `Nothing is listening at ${host}:${port}. Check host and port, and that the server is running.`,
      'host',
    );
  }
  if (code === 'ETIMEDOUT' || /timeout/i.test(error.message)) {
    const advice = `${host}:${port} did not answer within 10 seconds. Check host and port, and the firewalls in between.`;
    return enough('timed_out', advice, 'host');
  }
  if (error.message === 'The server does not support SSL connections') {
    return enough(
      'invalid_connection',
      'The server does not offer TLS. Choose the TLS mode "prefer" or "disable".',
    );
  }
  if (
    code?.startsWith('ERR_TLS') ||
    code?.startsWith('ERR_SSL') ||
    code?.startsWith('ERR_OSSL') ||
    isCertificateCode(code)
  ) {
    const advice =
      'The TLS connection could not be verified. Check the certificates of the connection, or its TLS mode.';
    return connectorError('invalid_connection', advice);
  }
  if (error.message.startsWith('SASL') || /password/i.test(error.message)) {
    return connectorError(
      'unauthorized',
      `The server did not accept the password of "${username}". Check username and password.`,
      'password',
    );
  }
  return connectorError(
    'unreachable',
    `Could not connect to ${host}:${port}. Check host and port, and the server's log.`,
    'host',
  );
}

function isCertificateCode(code: string | undefined): boolean {
  return code !== undefined && /CERT|SELF_SIGNED|LEAF_SIGNATURE/.test(code);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
