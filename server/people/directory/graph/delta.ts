import { z } from 'zod';
import { GraphError } from '@/server/people/directory/graph/graph-error';
import { type GraphAccess, readGraph } from '@/server/people/directory/graph/request';

const page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});

const removed = z.object({ reason: z.string().optional() });

const graphUser = z.object({
  id: z.string().min(1),
  displayName: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
  accountEnabled: z.boolean().nullish(),
  '@removed': removed.optional(),
});

const graphGroup = z.object({
  id: z.string().min(1),
  displayName: z.string().nullish(),
  '@removed': removed.optional(),
  'members@delta': z.array(z.object({ id: z.string().min(1), '@removed': removed.optional() })).optional(),
});

export type GraphUser = z.output<typeof graphUser>;
export type GraphGroup = z.output<typeof graphGroup>;

/** What Graph returned: everything, or what changed since the delta link. */
export interface Delta<Item> {
  /** In the order of Graph. An object may occur more than once; the last one says how it is now. */
  items: Item[];
  isFull: boolean;
  /** Where the next sync continues. */
  deltaLink: string;
}

/** What to do while reading: called after each page with the number of items so far. */
type OnPage = (readCount: number) => Promise<void>;

const USER_PROPERTIES = 'id,displayName,mail,userPrincipalName,accountEnabled';
const USERS = `/v1.0/users/delta?$select=${USER_PROPERTIES}`;
const GROUPS = '/v1.0/groups/delta?$select=id,displayName,members';
/** Graph never needs as many; more is a loop of links. */
const MOST_PAGES = 100_000;

/** Reads people: https://learn.microsoft.com/graph/api/user-delta. Without a link, or with one too old, reads everyone. */
export const readUsers = (access: GraphAccess, deltaLink: string | null, onPage: OnPage) =>
  readDelta(access, graphUser, USERS, deltaLink, onPage);

/** Reads groups with their direct members: https://learn.microsoft.com/graph/api/group-delta. */
export const readGroups = (access: GraphAccess, deltaLink: string | null, onPage: OnPage) =>
  readDelta(access, graphGroup, GROUPS, deltaLink, onPage);

/** Reads one person: https://learn.microsoft.com/graph/api/user-get. Null if the directory doesn't have them. */
export async function readUser(access: GraphAccess, objectId: string): Promise<GraphUser | null> {
  const address = `/v1.0/users/${encodeURIComponent(objectId)}?$select=${USER_PROPERTIES}`;
  const json = await readGraph(access, address).catch((error) => {
    if (error instanceof GraphError && error.fault === 'absent') return null;
    throw error;
  });
  if (json === null) return null;
  const read = graphUser.safeParse(json);
  if (!read.success) throw misshapen(read.error);
  return read.data;
}

async function readDelta<Item>(
  access: GraphAccess,
  shape: z.ZodType<Item>,
  start: string,
  deltaLink: string | null,
  onPage: OnPage,
): Promise<Delta<Item>> {
  if (deltaLink !== null) {
    try {
      return { ...(await followPages(access, shape, deltaLink, onPage)), isFull: false };
    } catch (error) {
      if (!(error instanceof GraphError && error.fault === 'expired')) throw error;
    }
  }
  return { ...(await followPages(access, shape, start, onPage)), isFull: true };
}

async function followPages<Item>(
  access: GraphAccess,
  shape: z.ZodType<Item>,
  start: string,
  onPage: OnPage,
): Promise<Omit<Delta<Item>, 'isFull'>> {
  const items: Item[] = [];
  let next = start;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const read = page.safeParse(await readGraph(access, next));
    if (!read.success) throw misshapen(read.error);
    const parsed = z.array(shape).safeParse(read.data.value);
    if (!parsed.success) throw misshapen(parsed.error);
    for (const item of parsed.data) items.push(item);
    await onPage(items.length);
    const { '@odata.nextLink': nextLink, '@odata.deltaLink': deltaLink } = read.data;
    if (deltaLink !== undefined) return { items, deltaLink };
    if (nextLink === undefined) throw misshapen();
    next = nextLink;
  }
  throw misshapen();
}

function misshapen(cause?: unknown): GraphError {
  return new GraphError('unexpected', 'Microsoft Graph returned something that Pushboard cannot read.', {
    cause,
  });
}
