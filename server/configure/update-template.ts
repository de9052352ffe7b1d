import type { updateTemplate as updateTemplateOperation } from '@/lib/contract/configure';
import type { JsonValue } from '@/lib/json';
import { recordAudit } from '@/server/access/audit';
import { changedHeaders, type StoredHeaders } from '@/server/configure/template-headers';
import { transaction } from '@/server/db';
import { changedMeanwhile } from '@/server/errors';
import type { Context } from '@/server/http/context';

interface TemplateRow extends StoredHeaders {
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
      `select warning_tag, run_button_text, running_message, run_on_startup, run_on_startup_values, header_names,
         sealed_headers, version
       from template
       where org_id = $1 and template_id = $2 for update`,
      [orgId, templateId],
    );
    if (row === undefined || (body.version !== undefined && body.version !== row.version)) {
      throw changedMeanwhile();
    }
    const { version: _, header_names, sealed_headers, ...before } = row;
    const headers =
      body.headers === undefined
        ? { header_names, sealed_headers, replaced: [] }
        : await changedHeaders(tx, { orgId, templateId }, row, body.headers);
    const after = {
      warning_tag: body.warningTag === undefined ? row.warning_tag : body.warningTag,
      run_button_text: orNone(body.runButtonText, row.run_button_text),
      running_message: orNone(body.runningMessage, row.running_message),
      run_on_startup: body.isRunOnStartup ?? row.run_on_startup,
      run_on_startup_values:
        body.startupValues === undefined ? row.run_on_startup_values : body.startupValues,
    };
    const isSame = JSON.stringify(before) === JSON.stringify(after) && body.headers === undefined;
    if (isSame) return;
    await tx.query(
      `update template set warning_tag = $3::warning_tag, run_button_text = $4, running_message = $5,
         run_on_startup = $6, run_on_startup_values = $7::jsonb, header_names = $8, sealed_headers = $9,
         version = version + 1
       where org_id = $1 and template_id = $2`,
      [
        orgId,
        templateId,
        ...Object.values({
          ...after,
          run_on_startup_values:
            after.run_on_startup_values === null ? null : JSON.stringify(after.run_on_startup_values),
        }),
        headers.header_names,
        headers.sealed_headers,
      ],
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'template.update',
      subjectType: 'template',
      subjectId: String(templateId),
      before: { ...before, headers: header_names },
      after: { ...after, headers: headers.header_names, replaced_headers: headers.replaced },
    });
  });
  return undefined;
}
