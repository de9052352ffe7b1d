import statement from 'sql-template-tag';
import type { createSandbox as createSandboxOperation } from '@/lib/contract/people/orgs';
import { mayCreateSandbox } from '@/lib/orgs/may-create';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError, forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { readOrgOf, unsafeListOrgsOf } from '@/server/people/organizations/list-my-orgs';
import { fillSandbox } from '@/server/sandbox/fill-sandbox';
import { scheduleRevenue } from '@/server/sandbox/schedule-revenue';

/** Each sandbox holds a connection and a dozen commands; nobody needs more to try the product. */
const MOST_SANDBOXES = 5;

/**
 * Creates a sandbox. It has no members until it is filled: then its creator becomes its admin. A sandbox that could
 * not be filled is deleted.
 */
export async function createSandbox({ actor, audit, log }: Context<typeof createSandboxOperation>) {
  const { userId } = actor;
  const orgs = (await unsafeListOrgsOf(userId)).filter(({ isPendingToOrg }) => !isPendingToOrg);
  if (!mayCreateSandbox(env(), orgs)) {
    throw forbidden('Sandboxes are made by admins of an organization. Ask one of yours.');
  }
  const own = orgs.filter(({ isSandbox, role }) => isSandbox && role === 'admin');
  if (own.length >= MOST_SANDBOXES) {
    throw new AppError('conflict', `You have ${own.length} sandboxes. Use one of them.`);
  }
  const orgId = await insertSandbox();
  try {
    const made = await fillSandbox(orgId, userId, env());
    await transaction(async (tx) => {
      await execute(
        statement`insert into membership (org_id, user_id, role) values (${orgId}, ${userId}, 'admin')`,
        tx,
      );
      await recordAudit(tx, audit, {
        orgId,
        action: 'org.create',
        subjectType: 'org',
        subjectId: orgId,
        after: { name: 'Sandbox', slug: orgId, is_sandbox: true },
      });
    });
    const memberships = [...actor.memberships, { orgId, role: 'admin' as const }];
    await scheduleRevenue(orgId, { ...actor, memberships }, made);
  } catch (error) {
    await execute(statement`delete from org where org_id = ${orgId}`).catch((failure) =>
      log.error({ err: failure, org: orgId }, 'An incomplete sandbox could not be deleted'),
    );
    throw error;
  }
  return readOrgOf(userId, orgId);
}

async function insertSandbox(): Promise<string> {
  const [row] = await query(
    { org_id: column.text },
    statement`with made as (
       insert into org (org_id, name, is_sandbox) select 'sandbox-' || nextval('sandbox_number'), 'Sandbox', true
       returning org_id
     )
     insert into org_slug (slug, org_id) select org_id, org_id from made returning org_id`,
  );
  if (row === undefined) throw new Error('A sandbox was not inserted');
  return row.org_id;
}
