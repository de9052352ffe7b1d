import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { type PinnedAddress, resolveAllowed } from '../network-guard';
import { cancelled, faultOf, timedOut } from './faults';
import { type HttpCall, type HttpRequest, type HttpResponse, headerOf } from './http-types';
import { readBody } from './read-body';

const connectTimeoutMs = 10_000;

/** The response of one exchange, before any redirect is followed. */
export type Exchange = Pick<HttpResponse, 'status' | 'statusText' | 'headers' | 'body'>;

/**
 * Sends one request over its own connection to an address that was resolved and allowed, and reads the response. An
 * abort closes the socket. Throws a `ConnectorError`, or undici's error if `isPassing` needs to see it.
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
    // One exchange per connection: nothing stays open, and runs can't see each other's data.
    pipelining: 0,
    connect: { lookup: pinned(addresses), timeout: Math.min(connectTimeoutMs, limits.timeoutMs) },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const response = await client.request({
      method: request.method,
      path: request.target,
      headers: request.headers.flatMap(([name, value]) => [name, latin1(value)]),
      body: request.body,
      signal: AbortSignal.any([signal, deadline]),
    });
    const headers = Object.entries(response.headers).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, utf8(value)]),
    );
    const encoding = headerOf({ headers }, 'content-encoding');
    const hasBody = request.method !== 'HEAD' && response.statusCode !== 204 && response.statusCode !== 304;
    const body = await readBody(response.body, hasBody ? encoding : null, limits);
    return { status: response.statusCode, statusText: response.statusText, headers, body };
  } catch (error) {
    if (signal.aborted) throw cancelled(error);
    if (deadline.aborted) throw timedOut(host, limits.timeoutMs);
    throw faultOf(error, host);
  } finally {
    await client.destroy();
  }
}

/** Returns the addresses that were resolved before, so that the name can't resolve elsewhere a moment later. */
function pinned(addresses: PinnedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}

/** Headers are bytes: other characters than ASCII are sent as UTF-8. */
function latin1(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

function utf8(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}
