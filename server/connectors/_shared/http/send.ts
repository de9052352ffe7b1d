import { setTimeout as wait } from 'node:timers/promises';
import { ConnectorError } from '../connector-error';
import { CookieJar } from './cookie-jar';
import { cancelled, isPassing } from './faults';
import {
  type Cookies,
  type HttpCall,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type Withheld,
} from './http-types';
import { redirected } from './redirect';
import { type Exchange, sendOnce } from './send-once';

/** Methods that may be repeated (RFC 9110 §9.2.2). */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);
const tryAgainStatuses = new Set([429, 502, 503, 504]);
const usualAttempts = 3;
const firstPauseMs = 250;
/** If a source asks for a longer pause, the run reports that instead of waiting. */
const longestPauseMs = 30_000;
const mostRedirects = 5;

/**
 * The only way to send requests to addresses that people enter: every address is checked and pinned, redirects are
 * followed and checked again, with the cookies that they set, repeatable requests are retried, and responses are limited.
 * Any status is a response; without one, throws a `ConnectorError`.
 */
export async function send(request: HttpRequest, call: HttpCall): Promise<HttpResponse> {
  const beganAtMs = performance.now();
  let current = request;
  let guard = call.guard;
  let attempts = 0;
  const cookies = call.cookies ?? new CookieJar();
  const withheld: Withheld[] = [];
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const signer = current.origin === request.origin ? call.signer : undefined;
    const { sent, exchange } = await sendSigned(current, { ...call, guard, cookies, signer }, () => {
      attempts += 1;
    });
    const next = redirected(current, exchange);
    if (next === null) {
      const address = current.origin + current.target.replace(/\?.*$/s, '');
      const durationMs = performance.now() - beganAtMs;
      return { ...exchange, method: current.method, withheld, address, durationMs, attempts, redirects };
    }
    if (call.staysAtOrigin === true && next.request.origin !== request.origin) {
      throw ledAway(request.origin, next.request.origin);
    }
    // A signature is of no use elsewhere, but what it would have said is missing there.
    const left = redirected(sent, exchange)?.withheld ?? null;
    if (left !== null) withheld.push(left);
    // Sources that the product itself seeded are exempt at their own address, and nowhere else.
    if (next.request.origin !== current.origin) guard = { ...guard, isBuiltin: false };
    current = next.request;
  }
  const message = `${new URL(request.origin).host} redirected more than ${mostRedirects} times. Check the base URL, or ask the people who run the API.`;
  throw new ConnectorError('failed', message);
}

function ledAway(from: string, to: string): ConnectorError {
  const message = `${new URL(from).host} redirected to ${new URL(to).host}, which was not followed: nothing else may answer in its place. Check its address.`;
  return new ConnectorError('failed', message);
}

/** Sends a request with its cookies and its signature, or with the one that the server asks for. */
async function sendSigned(
  request: HttpRequest,
  call: HttpCall & { cookies: Cookies },
  onAttempt: () => void,
): Promise<{ sent: HttpRequest; exchange: Exchange }> {
  const { cookies, signer } = call;
  const signed = (await signer?.sign?.(request)) ?? request;
  const exchange = await sendPatiently(cookies.addTo(signed), call, onAttempt);
  cookies.take(request, exchange);
  const answer = exchange.status === 401 ? (signer?.answer?.(request, exchange) ?? null) : null;
  if (answer === null) return { sent: signed, exchange };
  const again = await sendPatiently(cookies.addTo(answer), call, () => {});
  cookies.take(answer, again);
  return { sent: answer, exchange: again };
}

async function sendPatiently(request: HttpRequest, call: HttpCall, onAttempt: () => void): Promise<Exchange> {
  const mayRepeat = idempotent.has(request.method);
  const { mostAttempts = usualAttempts } = call.limits;
  for (let attempt = 1; ; attempt += 1) {
    onAttempt();
    const isLast = !mayRepeat || attempt === mostAttempts;
    const pauseMs = firstPauseMs * 2 ** (attempt - 1);
    try {
      const exchange = await sendOnce(request, call);
      if (isLast) return exchange;
      if (exchange.interruption !== null && isPassing(exchange.interruption)) throw exchange.interruption;
      if (!tryAgainStatuses.has(exchange.status)) return exchange;
      const askedMs = retryAfterMs(headerOf(exchange, 'retry-after'));
      if (askedMs !== null && askedMs > longestPauseMs) return exchange;
      await pause(askedMs ?? pauseMs, call.signal);
    } catch (fault) {
      if (isLast || !isPassing(fault)) throw fault;
      await pause(pauseMs, call.signal);
    }
  }
}

/** Seconds, or a date (RFC 9110 §10.2.3); null if it is neither. */
export function retryAfterMs(header: string | null, nowMs = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    throw cancelled(error);
  }
}
