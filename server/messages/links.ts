import statement from 'sql-template-tag';
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

export async function loadMailOrg(tx: Sql, orgId: string): Promise<MailOrg> {
  const [row] = await query(
    { name: column.text, is_sandbox: column.boolean, slug: column.text },
    statement`select o.name, o.is_sandbox, s.slug from org o join org_slug s on s.org_id = o.org_id and s.is_active
      where o.org_id = ${orgId}`,
    tx,
  );
  if (row === undefined) throw new Error(`The organization ${orgId} has no active slug`);
  const { name, is_sandbox: isSandbox, slug } = row;
  return { orgId, name: shownOrgName({ orgId, name, isSandbox }, false), slug };
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
