import { z } from 'zod';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import type { findRecipients, shareCommand } from '@/lib/contract/sharing/sharing';
import { emailAddress } from '@/lib/wire/email-address';

const role = z.enum(['admin', 'runner']);
/** The server's last reason for refusing them. */
const problem = z.string().nullable();

/** A recipient of a share that hasn't been sent yet. */
export const recipient = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('person'),
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role,
    problem,
  }),
  z.object({
    kind: z.literal('group'),
    id: z.string(),
    name: z.string(),
    peopleCount: z.number(),
    role,
    problem,
  }),
  /** An address of nobody in the organization; it is its own id. */
  z.object({ kind: z.literal('address'), id: z.string(), role, problem }),
]);

export type Recipient = z.output<typeof recipient>;

type OrgRole = 'admin' | 'member';
type Found = ResponseOf<typeof findRecipients>;
type Body = BodyOf<typeof shareCommand>;
type Outcomes = ResponseOf<typeof shareCommand>;

export const NOT_AN_ADDRESS = 'Not a valid email!';
export const SELECT_FROM_LIST = 'You must select a user from the list.';
export const NOBODY_CHOSEN = 'Please enter at least one email address.';
export const OWN_ROLE = 'Users cannot change their own role.';

const address = emailAddress();
export const isAddress = (text: string): boolean => address.safeParse(text).success;

/** The typed or pasted entries, separated by commas, semicolons, or line breaks. */
export function splitTyped(text: string): string[] {
  return text
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export const personRecipient = (
  { userId, name, email }: Found['people'][number],
  givenRole: Recipient['role'],
): Recipient => ({ kind: 'person', id: userId, name, email, role: givenRole, problem: null });

export const groupRecipient = (
  { groupId, name, peopleCount }: Found['groups'][number],
  givenRole: Recipient['role'],
): Recipient => ({ kind: 'group', id: groupId, name, peopleCount, role: givenRole, problem: null });

/** The name of a recipient in messages. */
export const nameOf = (one: Recipient): string => (one.kind === 'address' ? one.id : one.name);

export const isSame = (a: Recipient, b: Recipient): boolean => a.kind === b.kind && a.id === b.id;

/** The recipients with one more; existing ones stay unchanged. */
export function withRecipient(recipients: readonly Recipient[], one: Recipient): Recipient[] {
  return recipients.some((other) => isSame(other, one)) ? [...recipients] : [...recipients, one];
}

/** A field of recipients once some of what was typed into it is found. What can't be added stays, before what was typed since. */
export function withFound(
  before: { recipients: readonly Recipient[]; text: string },
  found: readonly Recipient[],
  left: readonly string[],
): { recipients: Recipient[]; text: string } {
  return {
    recipients: found.reduce(withRecipient, [...before.recipients]),
    text: [...left, before.text].filter((part) => part !== '').join(', '),
  };
}

/** What becomes of the recipients in the organization. */
interface InOrg {
  /** What to do with addresses: `both` also invites them to the organization. */
  outsiders: 'both' | 'only-this' | null;
  /** The role of those who are invited; admins are engineers of everything. */
  orgRole: OrgRole;
  /** Whether members become admins. */
  makesAdmins: boolean;
}

/** The request that shares with them. */
export function shareBody(recipients: readonly Recipient[], note: string, inOrg: InOrg): Body {
  return {
    recipients: recipients.flatMap((one) => (one.kind === 'group' ? [] : [asked(one, inOrg)])),
    groups: recipients.flatMap((one) => (one.kind === 'group' ? [{ groupId: one.id, role: one.role }] : [])),
    note: note.trim() === '' ? null : note.trim(),
  };
}

function asked(
  one: Exclude<Recipient, { kind: 'group' }>,
  { outsiders, orgRole, makesAdmins }: InOrg,
): Body['recipients'][number] {
  const { id, role: wanted } = one;
  if (one.kind === 'person') {
    return makesAdmins ? { userId: id, role: 'admin', orgRole: 'admin' } : { userId: id, role: wanted };
  }
  if (outsiders === 'both') {
    const role = orgRole === 'admin' ? 'admin' : wanted;
    return { email: id, role, orgRole, isNewToOrg: true, isNewToSubject: true };
  }
  // People from outside can only run a command.
  return { email: id, role: 'runner' };
}

/** Each recipient with the server's outcome; the response lists people before groups, each in order. */
export function withOutcomes(recipients: readonly Recipient[], outcomes: Outcomes): Recipient[] {
  const people = recipients.filter(({ kind }) => kind !== 'group');
  const groups = recipients.filter(({ kind }) => kind === 'group');
  return [...people, ...groups].map((one, index) => ({ ...one, problem: outcomes[index]?.error ?? null }));
}
