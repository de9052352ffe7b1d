import type { renameMe as renameMeOperation } from '@/lib/contract/people/people';
import { transaction } from '@/server/base/database/db';
import type { Context } from '@/server/operations/context';
import { takeOwnName } from '@/server/people/members/take-own-name';
import { describePerson } from '@/server/people/sign-in/account';

/** Gives the caller another name. Throws 409 if a provider says it. */
export async function renameMe({ actor, body: { name }, audit }: Context<typeof renameMeOperation>) {
  if (name !== actor.name) await transaction((tx) => takeOwnName(tx, actor.userId, name, audit, 'name'));
  return describePerson({ ...actor, name });
}
