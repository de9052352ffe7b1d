import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../_shared/connector-error';
import type { Push } from '../things';
import { readExecutable } from './executable';

/** GitHub lists no more commits of a push, and no more changed files of a commit. */
const MOST_COMMITS = 2048;
const MOST_FILES = 3000;

const paths = z.array(z.string());

/** As much of the payload of a push as is needed; see GitHub's "Webhook events and payloads". */
const pushPayload = z.object({
  ref: z.string(),
  after: z.string(),
  created: z.boolean(),
  deleted: z.boolean(),
  forced: z.boolean(),
  commits: z.array(z.object({ added: paths, removed: paths, modified: paths })),
  repository: z.object({ full_name: z.string(), default_branch: z.string() }),
});

const ownSettings = z.object({ owner: z.string(), repo: z.string(), branch: z.string().nullish() });

/** Reads a push to the branch of a connection; see `PushReader`. */
export function readPush(settings: JsonValue, payload: unknown): Push | null {
  const { owner, repo, branch } = ownSettings.parse(settings);
  const read = pushPayload.safeParse(payload);
  if (!read.success) {
    const message = 'The body is not a push as GitHub sends it.';
    throw new ConnectorError('failed', message, null, { cause: read.error });
  }
  const { ref, after, repository, ...push } = read.data;
  if (repository.full_name.toLowerCase() !== `${owner}/${repo}`.toLowerCase()) return null;
  if (ref !== `refs/heads/${branch || repository.default_branch}`) return null;
  return { commit: push.deleted ? null : after, files: filesIn(push) };
}

/**
 * The files of a push; null if GitHub doesn't list all of them. That is so for the commits that a forced push removed from
 * the branch, and for a branch that was created or deleted.
 */
function filesIn({
  created,
  deleted,
  forced,
  commits,
}: Pick<z.output<typeof pushPayload>, 'created' | 'deleted' | 'forced' | 'commits'>): Push['files'] {
  if (created || deleted || forced) return null;
  if (commits.length === 0 || commits.length >= MOST_COMMITS) return null;
  const lists = commits.map(({ added, removed, modified }) => [...added, ...removed, ...modified]);
  return lists.some((list) => list.length >= MOST_FILES) ? null : new Set(lists.flat());
}

/** The script, and the files that its inputs were read from. */
export function filesOf(stored: JsonValue): ReadonlySet<string> {
  const { path, inputs, notes } = readExecutable(stored);
  return new Set([path, ...inputs.map(({ from }) => from.path), ...notes.map((note) => note.path)]);
}
