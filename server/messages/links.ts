import statement, { type Sql as Statement } from 'sql-template-tag';
import { paths } from '@/lib/base/paths';
import { shownOrgName } from '@/lib/orgs/org-names';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { oneLine } from '@/server/messages/content';

/** Longer subjects are cut. */
const LONGEST_SUBJECT = 200;
const SHORTEST_NAME = 60;

/** An organization as messages name it and link to it. */
export interface MailOrg {
  orgId: string;
  name: string;
  slug: string;
}

/**
 * Whether the people of an organization, the invited ones among them, are in no other: then each of them sees a sandbox
 * without its number.
 *
 * @param orgId the column with its id
 */
export const isOnlyOrgOfItsPeople = (orgId: Statement): Statement => statement`not exists (
  select from membership here join membership elsewhere on elsewhere.user_id = here.user_id
  where here.org_id = ${orgId} and here.state <> 'deleted'
    and elsewhere.org_id <> here.org_id and elsewhere.state = 'active')`;

export async function loadMailOrg(tx: Sql, orgId: string): Promise<MailOrg> {
  const [row] = await query(
    { name: column.text, is_sandbox: column.boolean, is_only: column.boolean, slug: column.text },
    statement`select o.name, o.is_sandbox, o.is_sandbox and ${isOnlyOrgOfItsPeople(statement`o.org_id`)} as is_only, s.slug
      from org o join org_slug s on s.org_id = o.org_id and s.is_active where o.org_id = ${orgId}`,
    tx,
  );
  if (row === undefined) throw new Error(`The organization ${orgId} has no active slug`);
  const { name, is_sandbox: isSandbox, is_only: isOnly, slug } = row;
  return { orgId, name: shownOrgName({ orgId, name, isSandbox }, isOnly), slug };
}

/** The organization and the product in a subject: no person whom the recipient knows sent the message. */
export const onPushboard = (org: MailOrg): string => `${org.name} on Pushboard`;

/** `Nightly report failed in Acme on Pushboard`. A long name is cut, so that the rest is read. */
export function subjectIn(org: MailOrg, name: string, happened: string): string {
  const rest = ` ${happened} in ${onPushboard(org)}`;
  return oneLine(name, Math.max(LONGEST_SUBJECT - rest.length, SHORTEST_NAME)) + rest;
}

/** Links lead to the address that the operator configured, never to one that a request names. */
export const absolute = (path: string): string => env().appUrl + path;

export const commandPath = (org: MailOrg, commandId: number): string => paths.builder(org.slug, commandId);

/**
 * Throws 400 if a client's base URL for links is not this Pushboard's.
 *
 * @param field what the request calls it
 */
export function refuseForeignBase(
  baseUrl: string | null | undefined,
  field: 'baseUrl' | 'spa_host' = 'baseUrl',
): void {
  if (baseUrl == null || (URL.canParse(baseUrl) && new URL(baseUrl).origin === new URL(env().appUrl).origin))
    return;
  throw new AppError('invalid', `The ${field} is not the address of this Pushboard.`, {
    issues: [{ path: field, message: 'Must be our own' }],
  });
}
