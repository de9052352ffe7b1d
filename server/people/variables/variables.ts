import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { readVariables as readVariablesOperation } from '@/lib/contract/command/startup';
import { type Input, personVariables } from '@/lib/inputs/input';
import { type IsMasked, MASKED_VALUE, type Mask, maskMatcher, maskValue } from '@/lib/outputs/masks';
import { commandAccess } from '@/server/access/scope';
import { anyone, type Viewer, viewerOf } from '@/server/access/viewer';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

export type Variables = Record<string, JsonValue>;

const ofPerson = ({ userId, email, name }: Pick<Person, 'userId' | 'email' | 'name'>) => ({
  user_id: userId,
  user_email: email,
  user_name: name,
});

/**
 * Returns a person's environment variables in an organization: who they are, and the results of its startup commands.
 * Results of commands that no longer run at startup, or that the person lost, are left out.
 */
async function readAll(
  actor: Pick<Person, 'userId' | 'email' | 'name'>,
  orgId: string,
  viewer: Viewer,
): Promise<Variables> {
  const rows = await query(
    { values: column.text, masked_outputs: column.json<Mask[]>() },
    statement`select v.values, c.masked_outputs from startup_value v
     join command c on c.org_id = v.org_id and c.command_id = v.command_id and c.deleted_at is null
     join template t on t.org_id = c.org_id and t.template_id = c.template_id and t.run_on_startup
     ${commandAccess(viewer)}
     where v.user_id = ${actor.userId} and v.org_id = ${orgId} and access.role is not null
     order by v.command_id`,
  );
  const startup = rows.flatMap(({ values, masked_outputs }) =>
    unmaskedEntries(JSON.parse(values), maskMatcher(masked_outputs)),
  );
  // No command may override who the person is.
  return Object.fromEntries([...startup, ...Object.entries(ofPerson(actor))]);
}

/** What is masked is not a variable: neither forms nor sources would get its value. */
function unmaskedEntries(values: Variables, isMasked: IsMasked | null): [string, JsonValue][] {
  const entries = Object.entries(values).map(([name, value]): [string, JsonValue] => [
    name,
    isMasked === null ? value : maskValue(value, [name], isMasked),
  ]);
  return entries.filter(([, value]) => value !== MASKED_VALUE);
}

const isPersonal = (name: string) => personVariables.some((each) => each === name);

/** Returns the variables that a form's inputs use. The database is asked only if one uses a startup command. */
export async function variablesFor(
  actor: Person,
  orgId: string,
  inputs: readonly Input[],
): Promise<Variables> {
  const needsStartup = inputs.some(({ variable }) => variable !== null && !isPersonal(variable));
  // Variables belong to the person, however the request came in.
  return needsStartup ? readAll(actor, orgId, anyone(statement`${actor.userId}`)) : ofPerson(actor);
}

/** Returns the variables of the person who started a run, as they are when it is executed. */
export async function variablesOfRun(orgId: string, runId: number): Promise<Variables> {
  const [person] = await query(
    { user_id: column.text, email: column.text.nullable(), name: column.text },
    statement`select u.user_id, u.email, u.name from run r join "user" u on u.user_id = r.started_by_user_id
      where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  if (person === undefined) throw new Error('A run has no person');
  const { user_id: userId, email, name } = person;
  return readAll({ userId, email, name }, orgId, anyone(statement`${userId}`));
}

export async function readVariables({ actor, subject }: Context<typeof readVariablesOperation>) {
  return { variables: await readAll(actor, subject.orgId, viewerOf(actor)) };
}

/** Saves the result of a startup command, replacing the previous one. */
export async function keepStartupValues(
  actor: Person,
  orgId: string,
  commandId: number,
  values: Variables,
): Promise<void> {
  await execute(statement`insert into startup_value (org_id, user_id, command_id, values)
    values (${orgId}, ${actor.userId}, ${commandId}, ${JSON.stringify(values)})
     on conflict (user_id, org_id, command_id) do update set values = excluded.values, kept_at = now()`);
}

/** Clears a person's variables. Each sign-in starts without any, and logging out leaves none. */
export async function forgetStartupValues(tx: Sql, userId: string): Promise<void> {
  await execute(statement`delete from startup_value where user_id = ${userId}`, tx);
}
