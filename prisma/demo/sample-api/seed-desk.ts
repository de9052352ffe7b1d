import { agents, type Desk, type Priority, priorities, type Ticket } from './ticket';

const DAY_MS = 86_400_000;
/** The fictional shop's date is always 30 June 2026, so that every result can be reproduced. */
const lastDayMs = Date.UTC(2026, 5, 30);
const firstNumber = 1001;
const ticketCount = 140;

/** A file of the example desk, and its ticket. */
export const seededAttachment = { id: 1, ticket: 1001, name: 'torn-tent.png', content_type: 'image/png' };

const questions: readonly (readonly [subject: string, details: string, tag: string])[] = [
  ['Tent arrived torn', 'The inner door is torn along the zip, about 20 cm. See the picture.', 'damage'],
  ['Where is my parcel?', 'The tracking page has said “in transit” for six days.', 'delivery'],
  ['Wrong size: boots', 'I ordered 43, and 44 is in the box. "Standard", says the label.', 'exchange'],
  ['Invoice without VAT number', 'Our accounting needs the invoice with our VAT number on it.', 'invoice'],
  ['Discount code not taken', 'The code FELL10 is refused, although it is valid until July.', 'payment'],
  ['Return label, please', 'I would like to send the stove back, unopened.', 'return'],
  ['Paid twice', 'My card was charged twice for the same order; both stand on the statement.', 'payment'],
  ['Spare part: pole, 8.5 mm', 'Is there a single pole for the Fern 2? One broke at the ferrule.', 'parts'],
  ['Address change', 'We have moved. Please send it to the new address, if it has not left yet.', 'delivery'],
  ['Sleeping bag: how to wash?', 'Can it go into the machine, and with what?', 'advice'],
  ['Gift card shows 0.00', '=SUM says my sheet, but the card says nothing is left on it.', 'payment'],
  ['Headlamp will not charge', 'The red light blinks three times, then nothing.', 'damage'],
];

const customers = [
  'Ana Kovač',
  'Björn Åkesson',
  'Chloé Martin',
  'Dmitri Orlov',
  'Ewa Zielińska',
  'Femi Adeyemi',
  'Grace O’Neill',
  'Hiroshi Tanaka',
  'Ingrid Solberg',
  'João Pereira',
  'Kerstin Lang',
  'Liam Walsh',
  'Mei Lin',
];

/** Returns the same random numbers at every start (Park and Miller's generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Returns the desk of a new sandbox: tickets of the last ten weeks, the newest last. */
export function seedDesk(attachmentBytes: number): Desk {
  const draw = numbers(2026);
  const tickets = Array.from({ length: ticketCount }, (_, index) => seedTicket(index, draw));
  const first = tickets.find(({ number }) => number === seededAttachment.ticket);
  const { ticket: _, ...file } = seededAttachment;
  first?.attachments.push({ ...file, size_bytes: attachmentBytes });
  return { tickets, nextNumber: firstNumber + ticketCount, nextAttachment: seededAttachment.id + 1 };
}

function seedTicket(index: number, draw: (below: number) => number): Ticket {
  const [subject, details, tag] = questions[index % questions.length] ?? ['', '', ''];
  const customer = customers[draw(customers.length)] ?? '';
  const openedMs =
    lastDayMs - Math.round(((ticketCount - 1 - index) / 2) * DAY_MS) + (8 * 60 + draw(600)) * 60_000;
  const ageDays = (lastDayMs - openedMs) / DAY_MS;
  const status = ageDays > 14 ? 'solved' : (['open', 'open', 'waiting', 'solved'] as const)[draw(4)];
  const solvedMs = openedMs + (2 + draw(70)) * 3_600_000;
  const assignee = agents[draw(agents.length + 1)] ?? null;
  return {
    number: firstNumber + index,
    subject,
    details,
    status: status ?? 'open',
    priority: priorityOf(draw(10)),
    customer,
    email: `${customer
      .split(' ')[0]
      ?.normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase()}@example.com`,
    assignee,
    order: draw(5) === 0 ? null : 10_000 + draw(8_000),
    tags: draw(6) === 0 ? [tag, 'vip'] : [tag],
    opened_at: new Date(openedMs).toISOString(),
    solved_at: status === 'solved' ? new Date(solvedMs).toISOString() : null,
    comments:
      status === 'open'
        ? []
        : [
            {
              author: assignee ?? agents[0],
              text: 'Thank you for telling us. We are looking into it.',
              is_visible_to_customer: true,
              written_at: new Date(openedMs + 3_600_000).toISOString(),
            },
          ],
    attachments: [],
  };
}

function priorityOf(drawn: number): Priority {
  if (drawn === 0) return 'urgent';
  return priorities[drawn < 3 ? 2 : drawn < 8 ? 1 : 0] ?? 'normal';
}
