import { z } from 'zod';
import { checked, Problem } from './answers';
import type { Call } from './calls';
import { agents, type Desk, priorities, rowOf, statuses, type Ticket } from './ticket';

const mostTickets = 1_000;
const mostComments = 20;

const listQuery = z.strictObject({
  status: z.enum(statuses).optional(),
  priority: z.enum(priorities).optional(),
  assignee: z.enum(agents).optional(),
  tag: z.string().optional(),
  search: z.string().optional(),
  opened_since: z.iso.date().optional(),
  newest_first: z.stringbool().default(true),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(25),
});

const newTicket = z.strictObject({
  subject: z.string().trim().min(3).max(200),
  details: z.string().max(5_000).default(''),
  customer: z.string().trim().min(1).max(100),
  email: z.email(),
  priority: z.enum(priorities).default('normal'),
  order: z.number().int().positive().nullable().default(null),
  tags: z.array(z.string().max(40)).max(10).default([]),
});

const changedTicket = z.strictObject({
  subject: newTicket.shape.subject.optional(),
  status: z.enum(statuses).optional(),
  priority: z.enum(priorities).optional(),
  assignee: z.enum(agents).nullable().optional(),
  tags: z.array(z.string().max(40)).max(10).optional(),
});

const newComment = z.strictObject({
  text: z.string().trim().min(1).max(1_000),
  author: z.enum(agents).default(agents[0]),
  is_visible_to_customer: z.stringbool().default(true),
});

export function ticketOf(desk: Desk, number: string | undefined): Ticket {
  const found = desk.tickets.find((ticket) => String(ticket.number) === number);
  if (found !== undefined) return found;
  const numbers = desk.tickets.map((ticket) => ticket.number);
  const range =
    numbers.length === 0 ? 'There are none now.' : `They go from ${numbers[0]} to ${numbers.at(-1)}.`;
  throw new Problem(404, 'Ticket not found', `There is no ticket ${number}. ${range}`);
}

export function listTickets({ request, query, desk }: Call): Response {
  const { page, per_page: size, newest_first: isNewestFirst, ...filters } = checked(listQuery, query);
  const found = desk.tickets.filter((ticket) => matches(ticket, filters));
  if (isNewestFirst) found.reverse();
  const rows = found.slice((page - 1) * size, page * size).map(rowOf);
  const url = new URL(request.url);
  const to = (number: number, rel: string) => {
    url.searchParams.set('page', String(number));
    return `<${url.pathname}${url.search}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [to(page - 1, 'prev')] : []),
    ...(page * size < found.length ? [to(page + 1, 'next')] : []),
  ];
  return Response.json(rows, {
    headers: {
      'x-total-count': String(found.length),
      ...(links.length > 0 ? { link: links.join(', ') } : {}),
    },
  });
}

type Filters = Omit<z.output<typeof listQuery>, 'page' | 'per_page' | 'newest_first'>;

function matches(ticket: Ticket, { tag, search, opened_since: since, ...exact }: Filters): boolean {
  const { status = ticket.status, priority = ticket.priority, assignee = ticket.assignee } = exact;
  const words = `${ticket.subject} ${ticket.details} ${ticket.customer}`.toLowerCase();
  return (
    ticket.status === status &&
    ticket.priority === priority &&
    ticket.assignee === assignee &&
    (tag === undefined || ticket.tags.includes(tag)) &&
    (search === undefined || words.includes(search.toLowerCase())) &&
    (since === undefined || ticket.opened_at >= since)
  );
}

export function showTicket({ desk, params }: Call): Response {
  return Response.json(ticketOf(desk, params.number));
}

export async function openTicket({ request, desk, store, owner }: Call): Promise<Response> {
  if (desk.tickets.length >= mostTickets) {
    throw new Problem(409, 'The desk is full', `It holds ${mostTickets} tickets at most. Delete some first.`);
  }
  const given = checked(newTicket, await jsonOf(request));
  const ticket: Ticket = {
    number: desk.nextNumber,
    ...given,
    status: 'open',
    assignee: null,
    opened_at: new Date().toISOString(),
    solved_at: null,
    comments: [],
    attachments: [],
  };
  desk.nextNumber += 1;
  desk.tickets.push(ticket);
  await store.save(owner);
  return Response.json(ticket, { status: 201, headers: { location: `/v1/tickets/${ticket.number}` } });
}

export async function changeTicket({ request, desk, store, owner, params }: Call): Promise<Response> {
  const ticket = ticketOf(desk, params.number);
  const changes = checked(changedTicket, await jsonOf(request));
  if (Object.keys(changes).length === 0) {
    throw new Problem(422, 'Nothing to change', 'Send at least one field to change.');
  }
  if (changes.status !== undefined && changes.status !== ticket.status) {
    ticket.solved_at = changes.status === 'solved' ? new Date().toISOString() : null;
  }
  Object.assign(ticket, changes);
  await store.save(owner);
  return Response.json(ticket);
}

export async function deleteTicket({ desk, store, owner, params }: Call): Promise<Response> {
  const ticket = ticketOf(desk, params.number);
  desk.tickets.splice(desk.tickets.indexOf(ticket), 1);
  await store.save(owner);
  for (const { id } of ticket.attachments) await store.removeAttachment(owner, id);
  return new Response(null, { status: 204 });
}

export async function commentOnTicket({ request, desk, store, owner, params }: Call): Promise<Response> {
  const ticket = ticketOf(desk, params.number);
  if (ticket.comments.length >= mostComments) {
    throw new Problem(409, 'Too many comments', `A ticket takes ${mostComments} comments at most.`);
  }
  const given = checked(newComment, Object.fromEntries(new URLSearchParams(await request.text())));
  ticket.comments.push({ ...given, written_at: new Date().toISOString() });
  await store.save(owner);
  return Response.json(ticket.comments, { status: 201 });
}

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw new Problem(400, 'No JSON', 'The body must be JSON.');
  }
}
