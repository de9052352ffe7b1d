import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ids } from '@/server/ids';
import { processWide } from '@/server/process-wide';

/** Set on each request before the framework sees it, so that callers can't choose it. */
export const TICKET_HEADER = 'x-request-ticket';

const open = () => processWide('open requests', () => new Map<string, AbortController>());

/** Tracks when each request is over: answered, or canceled by its caller. The framework doesn't report either. */
export function noteRequestEnds(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const ticket = ids.request();
    request.headers[TICKET_HEADER] = ticket;
    const over = new AbortController();
    open().set(ticket, over);
    response.once('close', () => {
      open().delete(ticket);
      over.abort();
    });
  });
}

/** Aborted when the request is over; already aborted if it is unknown, as after its caller disconnected. */
export function requestOver(headers: Headers): AbortSignal {
  return open().get(headers.get(TICKET_HEADER) ?? '')?.signal ?? AbortSignal.abort();
}
