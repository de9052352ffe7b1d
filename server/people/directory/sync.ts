import statement, { type Sql as Statement } from 'sql-template-tag';
import type {
  syncAdGroups as syncAdGroupsOperation,
  syncAdUsers as syncAdUsersOperation,
  syncSummary,
} from '@/lib/contract/people/directory';
import type { Decoded } from '@/lib/wire/wire';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { log } from '@/server/base/log';
import { noteAnswer, noteFault } from '@/server/base/outside/troubles';
import type { Context } from '@/server/operations/context';
import type { DirectoryOrg } from '@/server/people/directory/apply-people';
import {
  type Claim,
  claimSync,
  holdClaim,
  noteProgress,
  releaseFailed,
} from '@/server/people/directory/claim';
import { type Delta, readGroups, readUsers } from '@/server/people/directory/graph/delta';
import { GraphError } from '@/server/people/directory/graph/graph-error';
import { graphAccess, requireDirectory } from '@/server/people/directory/settings';
import { storeGroups } from '@/server/people/directory/store-groups';
import { storePeople } from '@/server/people/directory/store-people';

type Summary = Decoded<typeof syncSummary>;

export const syncAdUsers = ({ subject, audit }: Context<typeof syncAdUsersOperation>): Promise<Summary> =>
  syncPeople(subject.orgId, audit);

export const syncAdGroups = ({ subject, audit }: Context<typeof syncAdGroupsOperation>): Promise<Summary> =>
  syncGroups(subject.orgId, audit);

/** What is different between syncing people and syncing groups. */
interface Kind<Item> {
  name: 'people' | 'groups';
  read(claim: Claim, signal?: AbortSignal): Promise<Delta<Item>>;
  store(tx: Sql, org: DirectoryOrg, read: Delta<Item>): Promise<Summary>;
  /** The columns that keep where the next sync continues, and when this one ended. */
  done(deltaLink: string): Statement;
}

/** Takes over the people of the directory. Throws 409 while another sync of the organization is running. */
export const syncPeople = (orgId: string, audit: AuditSource, signal?: AbortSignal): Promise<Summary> =>
  syncWith(
    {
      name: 'people',
      read: (claim) =>
        readUsers(graphAccess(signal), claim.usersDeltaLink, (count) => noteProgress(claim, count)),
      store: (tx, org, read) => storePeople(tx, org, read),
      done: (link) => statement`users_delta_link = ${link}, users_synced_at = ${clock.now()}`,
    },
    orgId,
    audit,
  );

/** Takes over the groups of the directory, with their members. Throws 409 as `syncPeople` does. */
export const syncGroups = (orgId: string, audit: AuditSource, signal?: AbortSignal): Promise<Summary> =>
  syncWith(
    {
      name: 'groups',
      read: (claim) =>
        readGroups(graphAccess(signal), claim.groupsDeltaLink, (count) => noteProgress(claim, count)),
      store: storeGroups,
      done: (link) => statement`groups_delta_link = ${link}, groups_synced_at = ${clock.now()}`,
    },
    orgId,
    audit,
  );

/**
 * Reads everything first, then stores it in one transaction, together with where the next sync continues: a sync that
 * fails or is killed leaves the last good state.
 */
async function syncWith<Item>(kind: Kind<Item>, orgId: string, audit: AuditSource): Promise<Summary> {
  const { issuer } = requireDirectory();
  const claim = await claimSync(orgId);
  try {
    const read = await kind.read(claim);
    noteAnswer('directory');
    return await transaction(async (tx) => {
      await holdClaim(tx, claim);
      const summary = await kind.store(tx, { orgId, issuer, audit }, read);
      await execute(
        statement`update directory set ${kind.done(read.deltaLink)}, claim = null, failed_at = null, failure = null
          where org_id = ${orgId}`,
        tx,
      );
      const { additions, updates, deletions, undeletions } = summary;
      if (additions + updates + deletions + undeletions > 0) {
        await recordAudit(tx, audit, {
          orgId,
          action: 'org.sync_directory',
          subjectType: 'org',
          subjectId: orgId,
          after: { of: kind.name, additions, updates, deletions, undeletions },
        });
      }
      return summary;
    });
  } catch (error) {
    await releaseFailed(claim, failureOf(error));
    if (!(error instanceof GraphError)) throw error;
    if (error.fault === 'unreachable' || error.fault === 'silent') noteFault('directory', error);
    log().warn({ err: error, orgId }, `The sync of the directory's ${kind.name} failed`);
    return failed(error.message);
  }
}

const failureOf = (error: unknown): string =>
  error instanceof GraphError ? error.message : 'Something went wrong in Pushboard. Its log says what.';

const failed = (message: string): Summary => ({
  state: 'error.fatal',
  additions: 0,
  updates: 0,
  deletions: 0,
  undeletions: 0,
  pending: 0,
  pendingAdditions: 0,
  alreadyAdded: 0,
  message,
  notices: [],
});
