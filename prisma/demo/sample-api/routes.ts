import { attachFile, showAttachment } from './attachments';
import type { Handler } from './calls';
import { countSlowly, payBack, ticketsAsCsv, weekInWords } from './reports';
import { changeTicket, commentOnTicket, deleteTicket, listTickets, openTicket, showTicket } from './tickets';

/** The operations of the API, as its description lists them (openapi.yaml). */
const routes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/tickets', listTickets],
  ['POST', '/tickets', openTicket],
  ['GET', '/tickets/{number}', showTicket],
  ['PATCH', '/tickets/{number}', changeTicket],
  ['DELETE', '/tickets/{number}', deleteTicket],
  ['POST', '/tickets/{number}/comments', commentOnTicket],
  ['POST', '/tickets/{number}/attachments', attachFile],
  ['POST', '/tickets/{number}/payback', payBack],
  ['GET', '/attachments/{id}', showAttachment],
  ['GET', '/reports/tickets.csv', ticketsAsCsv],
  ['GET', '/reports/week', weekInWords],
  ['GET', '/reports/response-times', countSlowly],
];

/** Returns the handler for a method and path, with the values of the path's `{names}`; null if there is none. */
export function routeFor(method: string, path: string) {
  const parts = path.split('/');
  for (const [routeMethod, pattern, handler] of routes) {
    const names = pattern.split('/');
    const isMatch =
      method === routeMethod &&
      names.length === parts.length &&
      names.every((name, index) => name.startsWith('{') || name === parts[index]);
    if (!isMatch) continue;
    const params = names.flatMap((name, index) =>
      name.startsWith('{') ? [[name.slice(1, -1), parts[index] ?? ''] as const] : [],
    );
    return { handler, params: Object.fromEntries(params) };
  }
  return null;
}
