/** A person of Graph. Properties that were never set are absent, as in Graph's answers. */
export interface DoubleUser {
  id: string;
  displayName: string;
  userPrincipalName: string;
  mail?: string | null;
  accountEnabled?: boolean;
}

interface DoubleGroup {
  id: string;
  displayName: string;
  /** Members by object id, with the version in which each was added or removed. */
  members: Map<string, { version: number; isIn: boolean; kind: 'user' | 'group' }>;
}

interface Versioned<T> {
  version: number;
  value: T;
  /** As Graph says it: `changed` for an object in the recycle bin, `deleted` for one that is gone. */
  removed?: 'changed' | 'deleted';
}

interface Answer {
  status: number;
  body: unknown;
}

const USER_PROPERTIES = ['id', 'displayName', 'mail', 'userPrincipalName', 'accountEnabled'];
const GROUP_PROPERTIES = ['id', 'displayName', 'members'];
/** Graph spreads the members of a large group over several entries. */
const MEMBERS_PER_ENTRY = 500;
const LARGEST_PAGE = 999;

/** The contents of the double: people and groups, and what changed since any earlier moment. */
export class GraphDirectory {
  origin = '';
  largestPage = LARGEST_PAGE;
  private version = 0;
  /** Delta tokens of earlier versions are refused. */
  private oldestVersion = 0;
  private readonly users = new Map<string, Versioned<DoubleUser>>();
  private readonly groups = new Map<string, Versioned<DoubleGroup>>();

  clear(): void {
    this.users.clear();
    this.groups.clear();
    this.largestPage = LARGEST_PAGE;
  }

  /** Adds a person, or changes one. */
  putUser(user: DoubleUser): void {
    this.version += 1;
    const before = this.users.get(user.id)?.value;
    this.users.set(user.id, { version: this.version, value: { ...before, ...user } });
  }

  removeUser(id: string, removed: 'changed' | 'deleted' = 'changed'): void {
    this.version += 1;
    const known = this.users.get(id);
    if (known !== undefined) this.users.set(id, { ...known, version: this.version, removed });
  }

  /** Adds a group with its members, or changes one; members that are not named leave it. */
  putGroup(id: string, displayName: string, members: readonly string[]): void {
    this.version += 1;
    const group = this.groups.get(id)?.value ?? { id, displayName, members: new Map() };
    group.displayName = displayName;
    const wanted = new Set(members);
    for (const [member, entry] of group.members) {
      if (entry.isIn && !wanted.has(member))
        group.members.set(member, { ...entry, version: this.version, isIn: false });
    }
    for (const member of wanted) {
      if (group.members.get(member)?.isIn) continue;
      const kind = this.groups.has(member) ? 'group' : 'user';
      group.members.set(member, { version: this.version, isIn: true, kind });
    }
    this.groups.set(id, { version: this.version, value: group });
  }

  removeGroup(id: string, removed: 'changed' | 'deleted' = 'changed'): void {
    this.version += 1;
    const known = this.groups.get(id);
    if (known !== undefined) this.groups.set(id, { ...known, version: this.version, removed });
  }

  /** Every delta link handed out so far is too old. */
  expireLinks(): void {
    this.version += 1;
    this.oldestVersion = this.version;
  }

  /** Answers a request of Graph, or refuses one that its description doesn't allow. */
  answer(url: URL, prefer: string): Answer {
    if (url.pathname === '/v1.0/users/delta') return this.delta(url, prefer, 'users', USER_PROPERTIES);
    if (url.pathname === '/v1.0/groups/delta') return this.delta(url, prefer, 'groups', GROUP_PROPERTIES);
    const [, id = ''] = /^\/v1\.0\/users\/([^/]+)$/.exec(url.pathname) ?? [];
    const user = this.users.get(decodeURIComponent(id));
    if (user === undefined || user.removed !== undefined) {
      return { status: 404, body: { error: { code: 'Request_ResourceNotFound' } } };
    }
    return { status: 200, body: user.value };
  }

  private delta(url: URL, prefer: string, of: 'users' | 'groups', properties: string[]): Answer {
    const query = url.searchParams;
    const skip = query.get('$skiptoken');
    const since = query.get('$deltatoken');
    if (skip === null && since === null && !isSelection(query.get('$select'), properties)) {
      return { status: 400, body: { error: { code: 'Request_BadRequest' } } };
    }
    // A link holds everything that a client needs: a version to start from, one to end at, and a place between them.
    const [from = 0, to = this.version, start = 0] = (skip ?? since ?? '')
      .split('.')
      .filter(Boolean)
      .map(Number);
    const until = skip === null ? this.version : to;
    if (from > 0 && from < this.oldestVersion) {
      return { status: 410, body: { error: { code: 'syncStateNotFound' } } };
    }
    const entries = of === 'users' ? this.userEntries(from) : this.groupEntries(from);
    const asked = Number(/odata\.maxpagesize=(\d+)/.exec(prefer)?.[1] ?? 100);
    const size = Math.min(asked, this.largestPage);
    const offset = skip === null ? 0 : start;
    const link = (name: string, token: string) => `${this.origin}/v1.0/${of}/delta?$${name}=${token}`;
    const isLast = offset + size >= entries.length;
    return {
      status: 200,
      body: {
        '@odata.context': `${this.origin}/v1.0/$metadata#${of}`,
        ...(isLast
          ? { '@odata.deltaLink': link('deltatoken', `${until}`) }
          : { '@odata.nextLink': link('skiptoken', `${from}.${until}.${offset + size}`) }),
        value: entries.slice(offset, offset + size),
      },
    };
  }

  private userEntries(from: number): unknown[] {
    return [...this.users.values()]
      .filter(({ version, removed }) => (from === 0 ? removed === undefined : version > from))
      .map(({ value, removed }) => (removed === undefined ? value : gone(value.id, removed)));
  }

  private groupEntries(from: number): unknown[] {
    return [...this.groups.values()]
      .filter(({ version, removed }) => (from === 0 ? removed === undefined : version > from))
      .flatMap(({ value, removed }) =>
        removed === undefined ? partsOf(value, from) : [gone(value.id, removed)],
      );
  }
}

const gone = (id: string, reason: string) => ({ id, '@removed': { reason } });

const isSelection = (select: string | null, properties: string[]): boolean =>
  (select ?? '').split(',').every((each) => properties.includes(each));

function partsOf({ id, displayName, members }: DoubleGroup, from: number): unknown[] {
  const changed = [...members]
    .filter(([, { version, isIn }]) => (from === 0 ? isIn : version > from))
    .map(([member, { isIn, kind }]) => ({
      '@odata.type': `#microsoft.graph.${kind}`,
      id: member,
      ...(isIn ? {} : { '@removed': { reason: 'deleted' } }),
    }));
  const count = Math.max(1, Math.ceil(changed.length / MEMBERS_PER_ENTRY));
  return Array.from({ length: count }, (_, part) => {
    const some = changed.slice(part * MEMBERS_PER_ENTRY, (part + 1) * MEMBERS_PER_ENTRY);
    return { id, displayName, ...(some.length === 0 ? {} : { 'members@delta': some }) };
  });
}
