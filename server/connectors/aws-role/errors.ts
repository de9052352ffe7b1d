import { TookTooLong } from '@/server/base/waiting/within-time';
import { ConnectorError, type ConnectorErrorCode } from '../_shared/connector-error';
import type { AwsConnection } from './connection';

/** A service of AWS, as people call it. */
export type Service = 'Lambda' | 'Step Functions';

interface Where {
  connection: AwsConnection;
  service: Service;
}

/** What the SDK throws: the service's own code and message. */
interface Fault {
  name: string;
  message: string;
  $fault?: 'client' | 'server';
  $metadata?: { httpStatusCode?: number; requestId?: string };
  $retryable?: { throttling?: boolean };
  cause?: unknown;
}

const isFault = (thrown: unknown): thrown is Fault => thrown instanceof Error;

const THROTTLED =
  /^(Throttl|TooManyRequests|RequestLimitExceeded|ProvisionedThroughputExceeded|SlowDown|BandwidthLimitExceeded|EC2Throttled|PriorRequestNotComplete|ExecutionLimitExceeded)/;
const EXPIRED = /^(ExpiredToken|ExpiredTokenException|RequestExpired|TokenRefreshRequired)$/;
const UNKNOWN_KEY =
  /^(InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSignatureException|AuthFailure|IncompleteSignature)$/;
const REFUSED = /^(AccessDenied|AccessDeniedException|UnauthorizedOperation|NotAuthorized)$/;
const NOT_FOUND =
  /^(ResourceNotFound|ResourceNotFoundException|FunctionNotFound|StateMachineDoesNotExist|StateMachineDeleting|ExecutionDoesNotExist)$/;
const NO_IDENTITY = /^(CredentialsProviderError|TokenProviderError|ProviderError)$/;

/** Whether AWS no longer accepts the credentials of an assumed role, so that assuming it again may help. */
export const isExpiredSession = (thrown: unknown): boolean => isFault(thrown) && EXPIRED.test(thrown.name);

/** Whether the call was refused because of too many others; it had no effect then. */
export const isThrottled = (thrown: unknown): boolean =>
  isFault(thrown) && (thrown.$retryable?.throttling === true || THROTTLED.test(thrown.name));

/** Describes an error of the SDK in words that a person can act on. Bugs are returned unchanged. */
export function toConnectorError(thrown: unknown, where: Where): unknown {
  if (thrown instanceof ConnectorError) return unresolved(thrown, where);
  if (!isFault(thrown)) return thrown;
  if (thrown.name === 'AssumeRoleFault') return assumeError(thrown.cause, where);
  return callError(thrown, where) ?? thrown;
}

const says = ({ name, message }: Fault): string => ` AWS says: ${message || name}`;

const error = (code: ConnectorErrorCode, message: string, fault: Fault): ConnectorError =>
  new ConnectorError(
    code,
    message,
    {
      message,
      code: fault.name,
      detail: fault.message || null,
      hint: null,
      where: fault.$metadata?.requestId === undefined ? null : `Request ${fault.$metadata.requestId}`,
      severity: 'ERROR',
    },
    { cause: fault },
  );

/** A host of AWS that doesn't exist is a service that the region doesn't have. */
function unresolved(thrown: ConnectorError, { connection: { regionName }, service }: Where): ConnectorError {
  if (thrown.code !== 'unreachable' || !thrown.message.includes('.amazonaws.com')) return thrown;
  const message = `${service} was not found in ${regionName}: the region doesn't have it, or this server can't resolve the names of AWS. Choose another region for the connection, or ask the people who run Pushboard. ${thrown.message}`;
  return new ConnectorError('unreachable', message, null, { cause: thrown });
}

function assumeError(thrown: unknown, where: Where): unknown {
  if (thrown instanceof ConnectorError) return unresolved(thrown, where);
  if (!isFault(thrown)) return thrown;
  const { roleArn, regionName } = where.connection;
  if (NO_IDENTITY.test(thrown.name)) {
    const message =
      'Pushboard has no AWS credentials of its own to assume the role with. Ask the people who run Pushboard to set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or to give the machine a role.';
    return error('unauthorized', message, thrown);
  }
  if (EXPIRED.test(thrown.name)) {
    const message = `Pushboard's own AWS credentials have expired. Ask the people who run Pushboard to replace them.${says(thrown)}`;
    return error('unauthorized', message, thrown);
  }
  if (UNKNOWN_KEY.test(thrown.name)) {
    const message = `AWS doesn't accept Pushboard's own credentials, or the region ${regionName} isn't enabled in its account. Ask the people who run Pushboard.${says(thrown)}`;
    return error('unauthorized', message, thrown);
  }
  if (REFUSED.test(thrown.name)) {
    const message = `AWS doesn't let Pushboard assume ${roleArn}. Check that the role exists, that its trust policy names Pushboard's own identity, and that the external ID is the same as in that policy.${says(thrown)}`;
    return error('unauthorized', message, thrown);
  }
  if (thrown.name === 'RegionDisabledException') {
    const message = `The region ${regionName} isn't enabled in the account of the role. Enable it there, or choose another region.${says(thrown)}`;
    return error('invalid_connection', message, thrown);
  }
  return callError(thrown, where, 'STS') ?? thrown;
}

function callError(
  fault: Fault,
  where: Where,
  service: Service | 'STS' = where.service,
): ConnectorError | null {
  const { regionName, roleArn } = where.connection;
  const status = fault.$metadata?.httpStatusCode;
  if (fault.name === 'AbortError')
    return new ConnectorError('cancelled', 'The call was stopped.', null, { cause: fault });
  if (isThrottled(fault)) {
    const message = `${service} received too many calls from this account, and refused this one. Try again in a moment, or lower the connection's "Runs at the same time".${says(fault)}`;
    return error('unreachable', message, fault);
  }
  if (EXPIRED.test(fault.name)) {
    const message = `The session of the role has expired, and AWS doesn't accept a new one. Check that the clock of this server is right.${says(fault)}`;
    return error('unauthorized', message, fault);
  }
  if (UNKNOWN_KEY.test(fault.name)) {
    const message = `AWS doesn't accept the role's session in ${regionName}. Check that the region is enabled in the role's account.${says(fault)}`;
    return error('unauthorized', message, fault);
  }
  if (REFUSED.test(fault.name)) {
    const message = `The role ${roleArn} has no permission for this. Add it to the role's policy; the page of AWS in the documentation has a policy to paste.${says(fault)}`;
    return error('unauthorized', message, fault);
  }
  if (NOT_FOUND.test(fault.name)) {
    const message = `${service} doesn't have it in ${regionName} anymore. Sync the command, or check the region of its connection.${says(fault)}`;
    return error('not_found', message, fault);
  }
  if (fault.name === 'TimeoutError' || fault instanceof TookTooLong)
    return error('timed_out', `${service} did not answer in time. Try again later.${says(fault)}`, fault);
  const code = networkCodeOf(fault);
  if (code !== null) {
    const message = `${service} in ${regionName} can't be reached (${code}). Check the network of this server, and its proxies and firewalls.`;
    return error('unreachable', message, fault);
  }
  if (isNoAnswer(fault)) {
    const message = `What came from ${service} in ${regionName} is not an answer of AWS. Check the network of this server, and its proxies.`;
    return error('failed', message, fault);
  }
  if (status === undefined) return null;
  const isTheirs = fault.$fault === 'server' || status >= 500;
  const message = isTheirs
    ? `${service} has a problem right now (${fault.name}). Try again later.${says(fault)}`
    : `${service} refused the call (${fault.name}).${says(fault)}`;
  return error(isTheirs ? 'unreachable' : 'failed', message, fault);
}

/** What came lacks what the service always sends, or is larger than that. */
export class NoAnswerOfAws extends Error {
  override readonly name = 'NoAnswerOfAws';
}

/** Whether the bytes that came can't be read: they are not HTTP, or not what the service sends. */
const isNoAnswer = (fault: Fault): boolean =>
  fault instanceof SyntaxError ||
  fault instanceof NoAnswerOfAws ||
  ('code' in fault && /^(HPE_|Z_)/.test(String(fault.code)));

/** The network's own code, e.g. `ECONNREFUSED`; null if it isn't a network error. */
function networkCodeOf(fault: Fault): string | null {
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : fault.name;
  return /^E[A-Z]{4,}$/.test(code) || /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
    ? code
    : null;
}
