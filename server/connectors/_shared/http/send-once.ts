import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { ConnectorError } from '../connector-error';
import { type PinnedAddress, resolveAllowed } from '../network-guard';
import { Body } from './body';
import { readBody } from './decoding/read-body';
import { cancelled, faultOf, timedOut } from './faults';
import { type HttpCall, type HttpRequest, type HttpResponse, headerOf } from './http-types';

const connectTimeoutMs = 10_000;
/** Statuses without a body (RFC 9110 §6.4.1). */
const bodiless = new Set([204, 304]);

/** The response of one exchange, before any redirect is followed. */
export type Exchange = Pick<HttpResponse, 'status' | 'statusText' | 'headers' | 'body' | 'interruption'>;

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
  const faultIn = (error: unknown): unknown => {
    if (signal.aborted) return cancelled(error);
    return deadline.aborted ? timedOut(host, limits.timeoutMs) : faultOf(error, host);
  };
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
    const { statusCode: status, statusText } = response;
    const exchange: Exchange = { status, statusText, headers, body: new Body(), interruption: null };
    if (request.method === 'HEAD' || bodiless.has(status)) {
      // Whatever length is announced, nothing follows; undici would miss it.
      response.body.on('error', () => {});
      return exchange;
    }
    try {
      await readBody(response.body, headerOf({ headers }, 'content-encoding'), limits, exchange.body);
      return exchange;
    } catch (error) {
      const fault = faultIn(error);
      if (limits.keepsPart !== true || !(fault instanceof ConnectorError)) throw fault;
      return { ...exchange, interruption: fault };
    }
  } catch (error) {
    throw faultIn(error);
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
