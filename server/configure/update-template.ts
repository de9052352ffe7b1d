import type { updateTemplate as updateTemplateOperation } from '@/lib/contract/configure';
import type { JsonValue } from '@/lib/json';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/db';
import { changedMeanwhile } from '@/server/errors';
import type { Context } from '@/server/http/context';

interface TemplateRow {
  warning_tag: string | null;
  run_button_text: string | null;
  running_message: string | null;
  run_on_startup: boolean;
  run_on_startup_values: JsonValue;
  version: number;
}

/** Empty text is none: the product's own word stands instead. */
const orNone = (text: string | null | undefined, before: string | null) =>
  text === undefined ? before : text || null;

/** Changes what all commands of a template say around their Run button. Throws 409 where it was changed since. */
export async function updateTemplate({
  subject: { orgId, templateId },
  body,
  audit,
}: Context<typeof updateTemplateOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const [row] = await tx.query<TemplateRow>(
      `select warning_tag, run_button_text, running_message, run_on_startup, run_on_startup_values, version
       from template
       where org_id = $1 and template_id = $2 for update`,
      [orgId, templateId],
    );
    if (row === undefined || (body.version !== undefined && body.version !== row.version)) {
      throw changedMeanwhile();
    }
    const { version: _, ...before } = row;
    const after = {
      warning_tag: body.warningTag === undefined ? row.warning_tag : body.warningTag,
      run_button_text: orNone(body.runButtonText, row.run_button_text),
      running_message: orNone(body.runningMessage, row.running_message),
      run_on_startup: body.isRunOnStartup ?? row.run_on_startup,
      run_on_startup_values:
        body.startupValues === undefined ? row.run_on_startup_values : body.startupValues,
    };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await tx.query(
      `update template set warning_tag = $3::warning_tag, run_button_text = $4, running_message = $5,
         run_on_startup = $6, run_on_startup_values = $7::jsonb, version = version + 1
       where org_id = $1 and template_id = $2`,
      [
        orgId,
        templateId,
        ...Object.values({
          ...after,
          run_on_startup_values:
            after.run_on_startup_values === null ? null : JSON.stringify(after.run_on_startup_values),
        }),
      ],
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'template.update',
      subjectType: 'template',
      subjectId: String(templateId),
      before,
      after,
    });
  });
  return undefined;
}
