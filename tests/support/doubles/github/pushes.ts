import { createHash, createHmac, randomUUID } from 'node:crypto';

interface Files {
  added?: string[];
  removed?: string[];
  modified?: string[];
}

const person = { name: 'Mona', email: 'mona@example.com', username: 'mona' };
const shaOf = (text: string): string => createHash('sha1').update(text).digest('hex');

/** A commit as GitHub describes it in the payload of a push. */
export function pushedCommit(message: string, { added = [], removed = [], modified = [] }: Files) {
  const id = shaOf(message);
  return {
    id,
    tree_id: shaOf(`tree of ${message}`),
    distinct: true,
    message,
    timestamp: '2026-11-27T09:00:00+01:00',
    url: `https://github.com/acme/reports/commit/${id}`,
    author: person,
    committer: person,
    added,
    removed,
    modified,
  };
}

const account = (login: string, id: number) => ({
  login,
  id,
  node_id: `MDQ6VXNlc${id}`,
  url: `https://api.github.com/users/${login}`,
  html_url: `https://github.com/${login}`,
  type: 'User',
  site_admin: false,
});

/** The payload of a push to `acme/reports`, with GitHub's documented keys. */
export function pushPayload(commits: ReturnType<typeof pushedCommit>[], changes: object = {}) {
  const last = commits.at(-1);
  const after = last?.id ?? shaOf('after');
  return {
    ref: 'refs/heads/main',
    before: shaOf('before'),
    after,
    repository: {
      id: 186853002,
      node_id: 'MDEwOlJlcG9zaXRvcnkxODY4NTMwMDI=',
      name: 'reports',
      full_name: 'acme/reports',
      private: true,
      owner: { ...account('acme', 21031067), name: 'acme', email: null },
      html_url: 'https://github.com/acme/reports',
      description: null,
      fork: false,
      url: 'https://github.com/acme/reports',
      created_at: 1764230400,
      updated_at: '2026-11-26T15:20:41Z',
      pushed_at: 1764316800,
      default_branch: 'main',
      master_branch: 'main',
    },
    pusher: { name: 'mona', email: 'mona@example.com' },
    sender: account('mona', 583231),
    created: false,
    deleted: false,
    forced: false,
    base_ref: null,
    compare: 'https://github.com/acme/reports/compare/before...after',
    commits,
    head_commit: last ?? null,
    ...changes,
  };
}

export interface Told {
  secret: string;
  /** JSON, or the text itself. */
  payload: unknown;
  event?: string;
  delivery?: string;
  /** Replace those that GitHub sends; an empty one is left out. */
  headers?: Record<string, string>;
}

/** How GitHub tells the address of a push webhook of a push. */
export function pushRequest(
  url: string,
  { secret, payload, event = 'push', delivery = randomUUID(), headers = {} }: Told,
): Request {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const sent = Object.entries({
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-event': event,
    'x-github-delivery': delivery,
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    ...headers,
  }).filter(([, value]) => value !== '');
  return new Request(url, { method: 'POST', body, headers: sent });
}
