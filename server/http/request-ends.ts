import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ids } from '@/server/ids';
import { processWide } from '@/server/process-wide';

/** Set on each request before the framework sees it, so that no caller can choose it. */
export const TICKET_HEADER = 'x-request-ticket';

const open = () => processWide('open requests', () => new Map<string, AbortController>());

/** Notes of each request when it is over: answered, or given up by its caller. The framework tells nobody. */
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

/** Aborted when the request is over; at once where it is not known, as after its caller has left. */
export function requestOver(headers: Headers): AbortSignal {
  return open().get(headers.get(TICKET_HEADER) ?? '')?.signal ?? AbortSignal.abort();
}
