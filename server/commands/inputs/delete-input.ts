import type {
  deleteInput as deleteInputOperation,
  deleteTemplateInput as deleteTemplateInputOperation,
} from '@/lib/contract/command/inputs';
import type { Sql } from '@/server/base/database/db';
import { editTemplate } from '@/server/commands/template/edit-template';
import { keyInForm, keyOf } from '@/server/commands/template/template-input-key';
import type { Context } from '@/server/operations/context';

type AnyContext = Pick<Context<typeof deleteInputOperation>, 'actor' | 'subject' | 'audit'>;

/** Deletes an input from the template: the call no longer sends it, whatever command runs. */
function deleteNamed({ actor, subject, audit }: AnyContext, find: (tx: Sql) => Promise<string>) {
  return editTemplate({
    actor,
    subject,
    audit,
    action: 'input.delete',
    plan: async (tx) => [
      { edit: { kind: 'remove', key: await find(tx) }, needs: 'addAndDelete', path: 'legoInputId' },
    ],
  });
}

export async function deleteTemplateInput(context: Context<typeof deleteTemplateInputOperation>) {
  const { orgId, templateId } = context.subject;
  const templateInputId = context.params.legoInputId;
  await deleteNamed(context, (tx) => keyOf(tx, { orgId, templateId, templateInputId }));
}

export async function deleteInput(context: Context<typeof deleteInputOperation>) {
  const { orgId, commandId } = context.subject;
  await deleteNamed(context, (tx) => keyInForm(tx, { orgId, commandId, inputId: context.params.inputId }));
}
