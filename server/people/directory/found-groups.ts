import { plainName } from '@/lib/base/plain-names';
import type { Delta, GraphGroup } from '@/server/people/directory/graph/delta';
import { GraphError } from '@/server/people/directory/graph/graph-error';

/** A group as an earlier sync left it. */
export interface KnownGroup {
  objectId: string;
  groupId: string;
  /** As the directory has it. */
  name: string;
  isRemoved: boolean;
}

/** Who is directly in a group, by object id. */
export interface MemberEdge {
  groupObjectId: string;
  memberObjectId: string;
}

/** What a sync changes. No group is in two of the lists of groups. */
export interface GroupsPlan {
  additions: { objectId: string; name: string }[];
  renames: { group: KnownGroup; name: string }[];
  returns: { group: KnownGroup; name: string }[];
  removals: KnownGroup[];
  /** In the order of the directory, where an edge occurs more than once. */
  edges: { added: MemberEdge[]; removed: MemberEdge[] };
  /** Whether `edges.added` are all that there are. */
  isFull: boolean;
}

const LONGEST_NAME = 200;

const nameOf = ({ displayName, id }: GraphGroup): string => plainName(displayName ?? '', LONGEST_NAME) || id;

/** A group as a whole: a large one comes in several parts, which each have some of its members. */
interface LatestGroup {
  name: string;
  isGone: boolean;
}

/**
 * Compares what the directory returned with what an earlier sync stored. A group is recognized by its object id, so a
 * renamed one stays the same group. Throws `GraphError` if all groups would be removed at once.
 */
export function planGroups(known: readonly KnownGroup[], read: Delta<GraphGroup>): GroupsPlan {
  const latest = new Map<string, LatestGroup>();
  const members = new Map<string, { edge: MemberEdge; isIn: boolean }>();
  for (const group of read.items) {
    const isGone = group['@removed'] !== undefined;
    latest.set(group.id, { name: nameOf(group), isGone });
    for (const member of group['members@delta'] ?? []) {
      const edge = { groupObjectId: group.id, memberObjectId: member.id };
      members.set(`${group.id} ${member.id}`, { edge, isIn: member['@removed'] === undefined });
    }
  }
  if (read.isFull && latest.size === 0 && known.some(({ isRemoved }) => !isRemoved)) {
    throw new GraphError('unexpected', 'Microsoft Graph returned no groups at all. Nothing was changed.');
  }
  const edges = [...members.values()].filter(({ edge }) => latest.get(edge.groupObjectId)?.isGone === false);
  const plan: GroupsPlan = {
    additions: [],
    renames: [],
    returns: [],
    removals: [],
    edges: {
      added: edges.filter(({ isIn }) => isIn).map(({ edge }) => edge),
      removed: edges.filter(({ isIn }) => !isIn).map(({ edge }) => edge),
    },
    isFull: read.isFull,
  };
  for (const group of known) {
    const found = latest.get(group.objectId);
    latest.delete(group.objectId);
    const isGone = found === undefined ? read.isFull : found.isGone;
    if (group.isRemoved) {
      if (found?.isGone === false) plan.returns.push({ group, name: found.name });
    } else if (isGone) plan.removals.push(group);
    else if (found !== undefined && found.name !== group.name) plan.renames.push({ group, name: found.name });
  }
  for (const [objectId, { name, isGone }] of [...latest].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isGone) plan.additions.push({ objectId, name });
  }
  return plan;
}
