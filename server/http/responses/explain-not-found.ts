import statement from 'sql-template-tag';
import type { Actor } from '@/lib/access/vocabulary';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';

const { message: UNSPECIFIC } = notFound();

/**
 * The same refusal, with what the caller's own token or address may have to do with it. What it says depends on the
 * caller alone, never on whether the thing exists.
 *
 * @param orgId the organization in the request's path
 */
export async function explainNotFound(
  refusal: AppError,
  actor: Actor,
  orgId: string | null,
): Promise<AppError> {
  if (refusal.code !== 'not_found' || refusal.message !== UNSPECIFIC || actor.kind !== 'person')
    return refusal;
  const { through } = actor;
  if (through?.kind !== 'token') return refusal;
  const meant = orgId === null || isOwn(actor, orgId) ? null : await orgWithName(actor, orgId);
  if (meant !== null)
    return new AppError(
      'not_found',
      `The API takes the id of an organization, which is ${meant}, instead of its short name.`,
    );
  if (through.scope.kind !== 'run') return refusal;
  return new AppError('not_found', "This doesn't exist, or this token may not run it.");
}

const isOwn = ({ memberships }: Extract<Actor, { kind: 'person' }>, orgId: string): boolean =>
  memberships.some((membership) => membership.orgId === orgId);

/** The organization of the person that has this name in addresses; null for none. */
async function orgWithName(
  { memberships }: Extract<Actor, { kind: 'person' }>,
  slug: string,
): Promise<string | null> {
  const own = memberships.map(({ orgId }) => orgId);
  const [row] = await query(
    { org_id: column.text },
    statement`select org_id from org_slug where slug = ${slug} and org_id = any(${own}::text[]) limit 1`,
  );
  return row?.org_id ?? null;
}
