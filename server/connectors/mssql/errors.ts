import type { RunError } from '@/lib/runs/run-error';
import { ConnectorError, type ConnectorErrorCode } from '../_shared/connector-error';
import type { MssqlConnection } from './connection';

/** A message of the server: an ERROR from severity 11 on, otherwise an INFO. */
export interface ServerMessage {
  number: number;
  state: number;
  class: number;
  message: string;
  procName: string;
  lineNumber: number;
}

/** Longer texts are cut: they are stored in the run's row, and sent whenever the run is viewed. */
const longestText = 20_000;
export const cut = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText)}…`;

const commitsItself =
  'This procedure begins or ends transactions itself: switch off "Execute in a transaction" in the command\'s settings.';

/** What to do about some errors that the server's words don't say. */
const hints: Readonly<Record<number, string>> = {
  201: 'Fill in this input: the procedure has no default for it.',
  229: "Ask the database's owner to grant EXECUTE on the procedure, or SELECT on the function.",
  266: commitsItself,
  313: 'Fill in more inputs: the function has no default for one that is empty.',
  1205: 'Another session held what this one needed. Run it again.',
  3902: commitsItself,
  3903: commitsItself,
  3915: commitsItself,
  3930: commitsItself,
  8114: 'Check the values: one of them does not fit the type of its parameter.',
};

/** Converts a server error to the form that runs store. */
export function toRunError(error: ServerMessage): RunError {
  const { procName, lineNumber } = error;
  return {
    message: cut(error.message),
    code: String(error.number),
    detail: error.state === 1 ? null : `State ${error.state}`,
    hint: hints[error.number] ?? null,
    where: procName === '' ? null : `${procName}, line ${lineNumber}`,
    severity: `Level ${error.class}`,
  };
}

/** The session ended while in use: the connection was lost, or we ended it for a reason that is reported unchanged. */
export function lostConnection(error: unknown, { host, port }: MssqlConnection): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const words = error instanceof Error ? error.message : String(error);
  const message = `The connection to ${host}:${port} was lost while it was in use (${words}). Check what was done, then run again.`;
  return new ConnectorError('unreachable', message, null, { cause: error });
}

export const isNetworkRefusal = (error: unknown): boolean =>
  ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL'].includes(
    codesOf(error)[0] ?? '',
  );

/** Describes an error that the server reported at login, or while its catalog was read. */
export function fromServer(error: ServerMessage, connection: MssqlConnection): ConnectorError {
  const [code, advice] = adviceOn(error.number, connection);
  const setting = settingOf(error.number);
  return new ConnectorError(code, `${advice} (${cut(error.message)})`, toRunError(error), {
    cause: error,
    setting,
  });
}

/** The setting of a connection that is most likely wrong; null if none stands out. */
function settingOf(number: number): keyof MssqlConnection | null {
  if ([18456, 18452].includes(number)) return 'password';
  return [4060, 916].includes(number) ? 'databaseName' : null;
}

function adviceOn(number: number, { username, databaseName }: MssqlConnection): [ConnectorErrorCode, string] {
  switch (number) {
    case 18456:
    case 18452:
      return ['unauthorized', `The server refused the login "${username}". Check username and password.`];
    case 18470:
    case 18486:
    case 18487:
    case 18488:
      return ['unauthorized', `The login "${username}" can't be used now. Ask the server's administrator.`];
    case 4060:
    case 916:
      return [
        'invalid_connection',
        `The database "${databaseName}" doesn't exist, or "${username}" has no user in it. Check its name, or ask its owner.`,
      ];
    case 40615:
    case 40914:
      return [
        'unreachable',
        "The server's firewall refuses this machine. Ask for a rule that allows its address.",
      ];
    case 40613:
    case 40197:
    case 40501:
    case 49918:
      return ['unreachable', 'The database is busy, paused, or moving. Try again in a minute.'];
    case 17142:
    case 17148:
    case 6005:
      return ['unreachable', 'The server is starting or stopping. Try again in a moment.'];
    case 10928:
    case 10929:
      return ['unreachable', 'The server has no free sessions. Try again later.'];
    case 229:
    case 230:
    case 297:
    case 300:
      return ['unauthorized', `"${username}" lacks a permission. Ask the database's owner to grant it.`];
    default:
      return ['failed', 'The server reported an error.'];
  }
}

/** Describes what went wrong on the way to the server, in words that a person can act on. */
export function toConnectorError(error: unknown, connection: MssqlConnection): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { host, port } = connection;
  const words = error instanceof Error ? error.message : String(error);
  const made = (code: ConnectorErrorCode, advice: string, setting: keyof MssqlConnection | null = null) =>
    new ConnectorError(code, `${advice} (${words})`, null, { cause: error, setting });
  // The network's own words would only repeat these.
  const enough = (code: ConnectorErrorCode, advice: string) =>
    new ConnectorError(code, advice, null, { cause: error, setting: 'host' });
  const codes = codesOf(error);
  const isAny = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code));
  if (isAny(/^ECONNREFUSED$/)) {
    return enough(
      'unreachable',
      `Nothing is listening at ${host}:${port}. Check host and port, and that the server allows TCP/IP.`,
    );
  }
  if (isAny(/CERT|SELF_SIGNED|LEAF_SIGNATURE|ERR_TLS|ERR_SSL|ERR_OSSL/)) {
    return made(
      'invalid_connection',
      'The server\'s certificate could not be verified. Fill in the CA certificate, or choose the encryption "Encrypt".',
    );
  }
  if (isAny(/^ERR_INVALID_ARG_VALUE$/)) {
    return made(
      'invalid_connection',
      "The server's certificate could not be verified for an IP address. Fill in the server's name as the host.",
    );
  }
  if (isAny(/^ETIMEDOUT$|^ETIMEOUT$/)) {
    return enough(
      'timed_out',
      `${host}:${port} did not answer within 10 seconds. Check host and port, and the firewalls in between.`,
    );
  }
  if (isAny(/^EENCRYPT$/)) {
    return made(
      'invalid_connection',
      connection.encryption === 'disable'
        ? 'The server requires encryption. Choose the encryption "Encrypt".'
        : 'The server does not offer encryption. Choose the encryption "None".',
    );
  }
  return made(
    'unreachable',
    `Could not connect to ${host}:${port}. Check host and port, and the server's log.`,
    'host',
  );
}

/** The codes of an error and of everything that it wraps. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...inner.flatMap(codesOf), ...own];
}
