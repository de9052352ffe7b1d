import statement from 'sql-template-tag';
import { nameFault } from '@/lib/base/plain-names';
import { LONGEST_NAME } from '@/lib/orgs/org-names';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import { insertOrg } from '@/server/people/organizations/insert-org';
import { nameOfAddress } from '@/server/people/sign-in/address-names';
import { checkAddress, findPerson, OPERATOR } from '@/server/people/sign-in/operator/person';

/**
 * Makes the person with an address an admin of an organization, and both of them if needed. They sign in with that
 * address, verified by the provider. Calling it again changes nothing.
 *
 * @param orgName the organization's name, id, or slug; the first one is created if it doesn't exist. By default the only one.
 * @param isNew whether another one is created, with this name
 * @returns lines to print
 * @throws AppError without a name where there are several organizations, which it lists, or none; and if none has the name
 *   though others exist, or one has it that is to be new
 */
export async function makeAdmin(address: string, orgName: string | null, isNew = false): Promise<string[]> {
  const email = checkAddress(address);
  return transaction(async (tx) => {
    const known = await findPerson(tx, email);
    const userId = known ?? ids.person();
    const name = nameOfAddress(email);
    if (known === null) {
      await execute(
        statement`insert into "user" (user_id, name, email) values (${userId}, ${name}, ${email})`,
        tx,
      );
    }
    const org = await findOrg(tx, orgName);
    if (isNew && org !== null)
      throw new AppError(
        'conflict',
        `The organization ${org.name} (${org.org_id}) exists already. Use --org.`,
      );
    if (org === null) {
      if (orgName === null) {
        throw new AppError(
          'conflict',
          'No organization exists yet. Create the first one with --org "Example"',
        );
      }
      if (!isNew) await refuseTypo(tx, orgName);
      if ([...orgName].length > LONGEST_NAME)
        throw new AppError('invalid', `An organization's name has at most ${LONGEST_NAME} characters.`);
      const fault = nameFault(orgName);
      if (fault !== null) throw new AppError('invalid', `${fault}: ${orgName}`);
      const orgId = await insertOrg(tx, OPERATOR, userId, orgName);
      return [`Created ${orgName} (${orgId}) with ${email} as its admin.`, ...next(email)];
    }
    const changed = await query(
      {},
      statement`with changed as (
            insert into membership (org_id, user_id, role, state) values (${org.org_id}, ${userId}, 'admin', 'active')
            on conflict (org_id, user_id) do update
              set role = 'admin', state = 'active', state_before_removal = null
              where membership.role <> 'admin' or membership.state <> 'active'
            returning org_id)
          select from changed`,
      tx,
    );
    if (changed.length === 0) return [`${email} is already an admin of ${org.name}.`, ...next(email)];
    await recordAudit(tx, OPERATOR, {
      orgId: org.org_id,
      action: 'member.role',
      subjectType: 'member',
      subjectId: userId,
      after: { role: 'admin', state: 'active', by: 'operator' },
    });
    return [`${email} is now an admin of ${org.name}.`, ...next(email)];
  });
}

const next = (email: string): string[] => [`Sign in at ${env().appUrl} with ${email}.`];

/** More organizations than this don't help to find one. */
const MOST_LISTED = 20;

/** A name that no organization has is more likely misspelled than new, if there are others. */
async function refuseTypo(tx: Sql, name: string): Promise<void> {
  const others = await realOrgs(tx);
  if (others.length === 0) return;
  throw new AppError(
    'conflict',
    [
      `No organization is named ${name}. These exist:`,
      ...listed(others),
      `To create another one: --new-org "${name}"`,
    ].join('\n'),
  );
}

interface FoundOrg {
  org_id: string;
  name: string;
}

const ORG = { org_id: column.text, name: column.text };

const realOrgs = (tx: Sql): Promise<FoundOrg[]> =>
  query(ORG, statement`select org_id, name from org where not is_sandbox order by created_at, org_id`, tx);

function listed(orgs: readonly FoundOrg[]): string[] {
  const left = orgs.length - MOST_LISTED;
  return [
    ...orgs.slice(0, MOST_LISTED).map((org) => `  --org ${org.org_id}   ${org.name}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

async function findOrg(tx: Sql, name: string | null): Promise<FoundOrg | null> {
  const found =
    name === null
      ? await realOrgs(tx)
      : await query(
          ORG,
          statement`select o.org_id, o.name from org o where lower(o.name) = lower(${name}) or o.org_id = ${name}
            or exists (select from org_slug s where s.org_id = o.org_id and s.slug = ${name} and s.is_active) limit 2`,
          tx,
        );
  if (found.length > 1) {
    throw new AppError(
      'conflict',
      ['There are several organizations. Name one by its id:', ...listed(found)].join('\n'),
    );
  }
  return found[0] ?? null;
}
