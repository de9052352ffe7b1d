import { ConnectorError, type ConnectorErrorCode } from '../connector-error';

/** Network errors by their code: what happened and what to do. `{where}` is the host and port. */
const faults = new Map<string, [ConnectorErrorCode, string]>([
  [
    'ECONNREFUSED',
    [
      'unreachable',
      '{where} refused the connection: nothing listens there. Check the base URL and its port, or ask whether the API is running.',
    ],
  ],
  [
    'ECONNRESET',
    [
      'unreachable',
      '{where} closed the connection before it answered. Try again; if it keeps happening, ask the people who run the API.',
    ],
  ],
  [
    'EPIPE',
    [
      'unreachable',
      '{where} closed the connection while the request was being sent. Try again; if it keeps happening, ask the people who run the API.',
    ],
  ],
  [
    'UND_ERR_SOCKET',
    [
      'unreachable',
      '{where} closed the connection before its answer was complete. Try again; if it keeps happening, ask the people who run the API.',
    ],
  ],
  [
    'HPE_INVALID_EOF_STATE',
    [
      'unreachable',
      '{where} closed the connection before its answer was complete. Try again; if it keeps happening, ask the people who run the API.',
    ],
  ],
  [
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    [
      'unreachable',
      '{where} closed the connection before its answer was complete. Try again; if it keeps happening, ask the people who run the API.',
    ],
  ],
  [
    'ETIMEDOUT',
    ['timed_out', 'Could not connect to {where} in time. Check the host, and any firewalls in between.'],
  ],
  [
    'UND_ERR_CONNECT_TIMEOUT',
    ['timed_out', 'Could not connect to {where} in time. Check the host, and any firewalls in between.'],
  ],
  [
    'EHOSTUNREACH',
    ['unreachable', '{where} cannot be reached from this server. Check the host and its network.'],
  ],
  [
    'ENETUNREACH',
    ['unreachable', '{where} cannot be reached from this server. Check the host and its network.'],
  ],
  [
    'UND_ERR_HEADERS_OVERFLOW',
    [
      'failed',
      '{where} sent more than 16 kB of headers, which is more than Pushboard reads. Ask the people who run the API for shorter ones, such as fewer cookies.',
    ],
  ],
]);

const askOwner = 'Ask the people who run the API.';
const askToTrust =
  'Ask the people who run the API for another one, or the people who run Pushboard to trust it here (NODE_EXTRA_CA_CERTS).';

/** TLS errors by OpenSSL's and Node's names: what they mean, and what to do. */
const tlsFaults: [RegExp, meaning: string, wayOut: string][] = [
  [/CERT_HAS_EXPIRED/, 'its certificate has expired', 'Ask the people who run the API to renew it.'],
  [
    /CERT_NOT_YET_VALID/,
    'its certificate is not valid yet',
    `${askOwner} This server's clock may be wrong, too.`,
  ],
  [/DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT/, 'its certificate is self-signed', askToTrust],
  [
    /UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/,
    'its certificate was issued by an authority that is not trusted here',
    askToTrust,
  ],
  [/ALTNAME_INVALID/, 'its certificate was issued for another name', 'Check the host in the base URL.'],
  [
    /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE/,
    'it ended the handshake, perhaps because it requires a client certificate',
    askOwner,
  ],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, 'it supports no secure version of TLS', askOwner],
  [
    /WRONG_VERSION_NUMBER|EPROTO|ERR_SSL|ERR_TLS/,
    "it doesn't use TLS on this port",
    'Check the base URL: perhaps it should begin with http://, or have another port.',
  ],
];

/** undici reports an end within a response without the parser's code. */
const endedEarly = 'HPE_INVALID_EOF_STATE';

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state')) return endedEarly;
  return 'code' in error ? String(error.code) : '';
}

/** Describes a network error in words that a person can act on. Other errors are returned unchanged. */
export function faultOf(error: unknown, where: string): unknown {
  if (error instanceof ConnectorError) return error;
  const code = codeOf(error);
  const known = faults.get(code);
  if (known !== undefined) {
    const [kind, words] = known;
    return new ConnectorError(kind, words.replace('{where}', where), null, { cause: error });
  }
  const tls = tlsFaults.find(([pattern]) => pattern.test(code));
  if (tls !== undefined) {
    const [, meaning, wayOut] = tls;
    const message = `No secure connection to ${where}: ${meaning}. ${wayOut}`;
    return new ConnectorError('unreachable', message, null, { cause: error });
  }
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')) {
    const message = `${where} sent a response that is not HTTP. Check the base URL and its port.`;
    return new ConnectorError('failed', message, null, { cause: error });
  }
  return error;
}

/** Whether another attempt may succeed, for requests that may be repeated. */
export function isPassing(fault: unknown): boolean {
  return (
    fault instanceof ConnectorError &&
    /^(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_INVALID_EOF_STATE)$/.test(codeOf(fault.cause))
  );
}

export function timedOut(where: string, timeoutMs: number): ConnectorError {
  const message = `${where} did not answer completely within ${timeoutMs / 1000} seconds. Ask for less, try again later, or give the connection a longer timeout.`;
  return new ConnectorError('timed_out', message);
}

export function cancelled(cause: unknown): ConnectorError {
  return new ConnectorError('cancelled', 'The call was stopped.', null, { cause });
}
