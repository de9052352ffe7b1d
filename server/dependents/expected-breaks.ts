import statement from 'sql-template-tag';
import { type ExpectedBreak, identityOf } from '@/lib/changes/expected-breaks';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';

/** A break with the command whose engineers are told. */
export type KnownBreak = ExpectedBreak & { commandId: number };

const ADDED = {
  template_id: column.int,
  command_id: column.int,
  kind: column.text,
  key: column.text,
  name: column.text,
};

/**
 * Replaces what the next sync of a connection is expected to break, in the caller's transaction. Returns those that were
 * not expected before.
 */
export async function keepExpected(
  tx: Sql,
  orgId: string,
  credentialId: number,
  breaks: readonly KnownBreak[],
): Promise<KnownBreak[]> {
  const expected = JSON.stringify(
    breaks.map(({ templateId, commandId, kind, key, name, words }) => ({
      template_id: templateId,
      command_id: commandId,
      kind,
      key,
      name,
      words,
    })),
  );
  // A sync locks its template before it forgets what was expected of that. So does this, or the two could wait for each other.
  await query(
    { template_id: column.int },
    statement`select template_id from template where org_id = ${orgId} and credential_id = ${credentialId}
      and (template_id = any(${breaks.map(({ templateId }) => templateId)}::int[])
        or exists (select from expected_break b where b.org_id = template.org_id and b.template_id = template.template_id))
      order by template_id for key share`,
    tx,
  );
  const rows = await query(
    ADDED,
    statement`with expected as materialized (
        select * from jsonb_to_recordset(${expected}::jsonb)
          as e (template_id int, command_id int, kind text, key text, name text, words text)
      ), over as (
        delete from expected_break b using template t
        where t.org_id = ${orgId} and t.credential_id = ${credentialId} and b.org_id = ${orgId}
          and b.template_id = t.template_id and not exists (
            select from expected e where (e.template_id, e.command_id, e.kind, e.key, e.name)
              = (b.template_id, b.command_id, b.kind, b.key, b.name))
      ), reworded as (
        update expected_break b set words = e.words from expected e
        where b.org_id = ${orgId} and b.words <> e.words and (e.template_id, e.command_id, e.kind, e.key, e.name)
          = (b.template_id, b.command_id, b.kind, b.key, b.name)
      )
      insert into expected_break (org_id, template_id, command_id, kind, key, name, words)
      select ${orgId}, e.template_id, e.command_id, e.kind, e.key, e.name, e.words from expected e
      join command c on c.org_id = ${orgId} and c.command_id = e.command_id
      join template t on t.org_id = ${orgId} and t.template_id = e.template_id
      on conflict do nothing returning template_id, command_id, kind, key, name`,
    tx,
  );
  const added = new Set(
    rows.map((row) => identityOf({ ...row, templateId: row.template_id, commandId: row.command_id })),
  );
  return breaks.filter((each) => added.has(identityOf(each)));
}

/** Forgets what the next sync of a template would have broken: it has been synced, or runs something else now. */
export const forgetExpected = (tx: Sql, orgId: string, templateId: number): Promise<void> =>
  execute(statement`delete from expected_break where org_id = ${orgId} and template_id = ${templateId}`, tx);

/**
 * Has workers look at once at the connections whose next sync is expected to break something, since people may have fixed
 * that meanwhile; not at those that nobody wants to have looked at. `looked` is how long ago their last look must be.
 */
export const lookWhereBreaksAreExpected = (orgId: string, looked: { minutesAgo: number }): Promise<void> =>
  execute(
    statement`update credential k set look_due_at = now()
      where k.org_id = ${orgId} and k.deleted_at is null and k.look_due_at > now()
        and k.looked_at < now() - make_interval(mins => ${looked.minutesAgo}::int) and exists (
          select from template t join expected_break b on b.org_id = t.org_id and b.template_id = t.template_id
          where t.org_id = k.org_id and t.credential_id = k.credential_id)`,
  );
