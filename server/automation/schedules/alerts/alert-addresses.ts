import statement from 'sql-template-tag';
import { decideOnOrg } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import type * as contract from '@/lib/contract/schedules/alert-addresses';
import type { Decoded } from '@/lib/wire/wire';
import { recordAudit } from '@/server/access/audit';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

type AlertAddresses = Decoded<typeof contract.alertAddresses>;

async function addressesOf(orgId: string, db: Sql): Promise<string[]> {
  const rows = await query(
    { address: column.text },
    statement`select address from alert_address where org_id = ${orgId} order by address`,
    db,
  );
  return rows.map(({ address }) => address);
}

const mayChange = (actor: Person, orgId: string): boolean =>
  decideOnOrg(actor, 'org.manage', orgId, false) === 'allowed';

export async function readAlertAddresses({
  actor,
  subject: { orgId },
}: Context<typeof contract.readAlertAddresses>): Promise<AlertAddresses> {
  return { addresses: await addressesOf(orgId, sql), mayChange: mayChange(actor, orgId) };
}

/** Alerts to an address that was taken off stay, and send nothing until it is listed again. */
export async function updateAlertAddresses({
  actor,
  subject: { orgId },
  body,
  audit,
}: Context<typeof contract.updateAlertAddresses>): Promise<AlertAddresses> {
  const addresses = [...new Set(body.addresses.map((address) => address.toLowerCase()))];
  return transaction(async (tx) => {
    await query({}, statement`select from org where org_id = ${orgId} for no key update`, tx);
    const before = await addressesOf(orgId, tx);
    await execute(
      statement`delete from alert_address where org_id = ${orgId} and address <> all(${addresses}::text[])`,
      tx,
    );
    await execute(
      statement`insert into alert_address (org_id, address)
        select ${orgId}, unnest(${addresses}::text[]) on conflict do nothing`,
      tx,
    );
    const after = await addressesOf(orgId, tx);
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.addresses',
      subjectType: 'org',
      subjectId: orgId,
      before: { addresses: before },
      after: { addresses: after },
    });
    return { addresses: after, mayChange: mayChange(actor, orgId) };
  });
}
