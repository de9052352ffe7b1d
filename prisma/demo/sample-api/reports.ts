import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { checked, Problem, text } from './answers';
import type { Call } from './calls';
import { agents, rowOf, statuses, type Ticket } from './ticket';
import { ticketOf } from './tickets';

const DAY_MS = 86_400_000;

/** RFC 4180. */
function csvCell(value: string | number | null): string {
  const cell = value === null ? '' : String(value);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function ticketsAsCsv({ query, desk }: Call): Response {
  const { status } = checked(z.strictObject({ status: z.enum(statuses).optional() }), query);
  const tickets = desk.tickets.filter((ticket) => status === undefined || ticket.status === status);
  const columns = [
    'number',
    'subject',
    'details',
    'status',
    'customer',
    'order',
    'opened_at',
    'solved_at',
  ] as const;
  const lines = [columns, ...tickets.map((ticket) => columns.map((column) => ticket[column]))];
  return text(
    lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join(''),
    'text/csv; header=present',
  );
}

export function weekInWords({ query, desk }: Call): Response {
  const { until } = checked(z.strictObject({ until: z.iso.date().default('2026-06-30') }), query);
  const endMs = Date.parse(until) + DAY_MS;
  const since = new Date(endMs - 7 * DAY_MS).toISOString();
  const end = new Date(endMs).toISOString();
  const opened = desk.tickets.filter(({ opened_at: at }) => at >= since && at < end);
  const solved = desk.tickets.filter(({ solved_at: at }) => at !== null && at >= since && at < end);
  const urgent = opened.filter(({ priority, status }) => priority === 'urgent' && status !== 'solved');
  const rows = agents.map((agent) => `| ${agent} | ${of(agent, opened)} | ${of(agent, solved)} |`);
  const lines = [
    `# The week until ${until}`,
    '',
    `**${opened.length}** tickets came in, **${solved.length}** were solved.`,
    '',
    '| Agent | Taken | Solved |',
    '|---|---:|---:|',
    ...rows,
    '',
    urgent.length === 0 ? 'Nothing urgent waits.' : '## Urgent, and not solved',
    '',
    ...urgent.map(({ number, subject, customer }) => `- **${number}** ${subject}, *${customer}*`),
    '',
  ];
  return text(lines.join('\n'), 'text/markdown');
}

const of = (agent: string, tickets: readonly Ticket[]) =>
  tickets.filter(({ assignee }) => assignee === agent).length;

/** Takes as long as it is asked to: a source that thinks. */
export async function countSlowly({ request, query, desk }: Call): Promise<Response> {
  const { seconds } = checked(
    z.strictObject({ seconds: z.coerce.number().int().min(0).max(120).default(10) }),
    query,
  );
  await wait(seconds * 1000, undefined, { signal: request.signal });
  return Response.json(
    agents.map((agent) => {
      const own = desk.tickets.filter(({ assignee }) => assignee === agent);
      const hours = own.flatMap(({ opened_at: opened, solved_at: solved }) =>
        solved === null ? [] : [(Date.parse(solved) - Date.parse(opened)) / 3_600_000],
      );
      const mean = hours.reduce((sum, each) => sum + each, 0) / Math.max(1, hours.length);
      return { agent, tickets: own.length, solved: hours.length, mean_hours: Math.round(mean * 10) / 10 };
    }),
  );
}

/** Never succeeds: the payment provider of a made-up shop knows only expired cards. */
export function payBack({ desk, params }: Call): Response {
  const ticket = ticketOf(desk, params.number);
  throw new Problem(
    422,
    'The payment provider declined the refund',
    `The card of ${ticket.customer} expired in 03/2026. Ask for bank details, and refund by transfer.`,
    { code: 'card_expired', ticket: rowOf(ticket) },
  );
}
