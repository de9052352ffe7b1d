import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';

interface OfTemplate {
  orgId: string;
  templateId: number;
}

/** The key of a template's input. Throws 404 for an input of another template. */
export async function keyOf(
  tx: Sql,
  { orgId, templateId, templateInputId }: OfTemplate & { templateInputId: number },
): Promise<string> {
  const [row] = await query(
    { key: column.text },
    statement`select key from template_input where org_id = ${orgId} and template_id = ${templateId}
      and template_input_id = ${templateInputId}`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row.key;
}

/** The same, by the id that the input has in the form of one command. */
export async function keyInForm(
  tx: Sql,
  { orgId, commandId, inputId }: { orgId: string; commandId: number; inputId: number },
): Promise<string> {
  const [row] = await query(
    { key: column.text },
    statement`select ti.key from command_input i
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${commandId} and i.input_id = ${inputId}`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row.key;
}
