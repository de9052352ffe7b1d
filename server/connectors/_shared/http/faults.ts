import { ConnectorError, type ConnectorErrorCode } from '../connector-error';

/** What a fault on the way is called, and what to do about it. `{where}` is the host and port. */
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
      '{where} closed the connection before it answered. Try again; if it keeps happening, ask whoever runs the API.',
    ],
  ],
  [
    'EPIPE',
    [
      'unreachable',
      '{where} closed the connection while the request was being sent. Try again; if it keeps happening, ask whoever runs the API.',
    ],
  ],
  [
    'UND_ERR_SOCKET',
    [
      'unreachable',
      '{where} closed the connection before its answer was complete. Try again; if it keeps happening, ask whoever runs the API.',
    ],
  ],
  [
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    [
      'unreachable',
      '{where} closed the connection before its answer was complete. Try again; if it keeps happening, ask whoever runs the API.',
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
    ['failed', '{where} answered with more headers than can be taken. Ask whoever runs the API.'],
  ],
]);

const askOwner = 'Ask whoever runs the API.';
const askToTrust =
  'Ask whoever runs the API for another one, or your administrator to trust it here (NODE_EXTRA_CA_CERTS).';

/** Of TLS: what OpenSSL and Node call it, what that means, and what to do. */
const tlsFaults: [RegExp, meaning: string, wayOut: string][] = [
  [/CERT_HAS_EXPIRED/, 'its certificate has expired', 'Ask whoever runs the API to renew it.'],
  [
    /CERT_NOT_YET_VALID/,
    'its certificate is not valid yet',
    `${askOwner} This server's clock may be wrong, too.`,
  ],
  [/DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT/, 'its certificate is signed by itself', askToTrust],
  [
    /UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/,
    'its certificate comes from an authority that is not trusted here',
    askToTrust,
  ],
  [/ALTNAME_INVALID/, 'its certificate is made out to another name', 'Check the host in the base URL.'],
  [
    /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE/,
    'it broke the handshake off, perhaps because it asks for a certificate of the caller',
    askOwner,
  ],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, 'it speaks no version of TLS that is safe today', askOwner],
  [
    /WRONG_VERSION_NUMBER|EPROTO|ERR_SSL|ERR_TLS/,
    'it does not speak TLS there',
    'Check the base URL: perhaps it should begin with http://, or have another port.',
  ],
];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** A fault of the network in words that a runner can act on. What is no fault of it is thrown on as it is. */
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
    const message = `${where} answered with something that is no HTTP. Check the base URL and its port.`;
    return new ConnectorError('failed', message, null, { cause: error });
  }
  return error;
}

/** Whether trying again may help, for a request that may be sent twice. */
export function isPassing(fault: unknown): boolean {
  return (
    fault instanceof ConnectorError &&
    /^(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(fault.cause))
  );
}

export function timedOut(where: string, timeoutMs: number): ConnectorError {
  const message = `${where} did not answer completely within ${timeoutMs / 1000} seconds. Ask for less, try again later, or give the connection a longer time-out.`;
  return new ConnectorError('timed_out', message);
}

export function cancelled(cause: unknown): ConnectorError {
  return new ConnectorError('cancelled', 'The call was stopped.', null, { cause });
}
