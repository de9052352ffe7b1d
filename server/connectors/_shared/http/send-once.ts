import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { type PinnedAddress, resolveAllowed } from '../network-guard';
import { cancelled, faultOf, timedOut } from './faults';
import { type HttpAnswer, type HttpCall, type HttpRequest, headerOf } from './http-types';
import { readBody } from './read-body';

const connectTimeoutMs = 10_000;

/** What one exchange answered, before anybody follows a redirect. */
export type Exchange = Pick<HttpAnswer, 'status' | 'statusText' | 'headers' | 'body'>;

/**
 * One request and its answer, over a connection of its own to an address that was looked up and allowed. An
 * abort closes the socket. Throws a `ConnectorError`, or undici's error where `isPassing` should see it.
 */
export async function sendOnce(request: HttpRequest, { guard, limits, signal }: HttpCall): Promise<Exchange> {
  const { hostname, port, protocol, host } = new URL(request.origin);
  const addresses = await resolveAllowed(
    { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) },
    guard,
  );
  if (signal.aborted) throw cancelled(signal.reason);
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const client = new Client(request.origin, {
    // One exchange a connection: nothing is left open, and nothing of one run is seen by another.
    pipelining: 0,
    connect: { lookup: pinned(addresses), timeout: Math.min(connectTimeoutMs, limits.timeoutMs) },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      method: request.method,
      path: request.target,
      headers: request.headers.flatMap(([name, value]) => [name, latin1(value)]),
      body: request.body,
      signal: AbortSignal.any([signal, deadline]),
    });
    const headers = Object.entries(answer.headers).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, utf8(value)]),
    );
    const encoding = headerOf({ headers }, 'content-encoding');
    const hasBody = request.method !== 'HEAD' && answer.statusCode !== 204 && answer.statusCode !== 304;
    const body = await readBody(answer.body, hasBody ? encoding : null, limits);
    return { status: answer.statusCode, statusText: answer.statusText, headers, body };
  } catch (error) {
    if (signal.aborted) throw cancelled(error);
    if (deadline.aborted) throw timedOut(host, limits.timeoutMs);
    throw faultOf(error, host);
  } finally {
    await client.destroy();
  }
}

/** Answers what was looked up before, so that a name cannot lead elsewhere a moment later. */
function pinned(addresses: PinnedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}

/** Headers are bytes: what is not ASCII goes out as UTF-8. */
function latin1(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

function utf8(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}
