import type { editTemplateInput as editTemplateInputOperation } from '@/lib/contract/command/inputs';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { canBeSecret } from '@/lib/inputs/secrets/secret-names';
import { INVALID_TYPE, typeNamed } from '@/lib/type-systems/known-types';
import { readCommandAs } from '@/server/commands/command/read-command';
import { editTemplate, invalid, type WantedEdit } from '@/server/commands/template/edit-template';
import { keyOf } from '@/server/commands/template/template-input-key';
import type { Context } from '@/server/operations/context';

const ONLY_TEXTS = 'Only a text can be a secret. Numbers, dates, files, and lists are kept as they are.';

/** Gives an input another key or type, or says whether it is a secret. What is configured of it stays, except a default that the type doesn't take. */
export async function editTemplateInput({
  actor,
  subject,
  params: { legoInputId },
  body,
  audit,
}: Context<typeof editTemplateInputOperation>) {
  const { orgId, commandId, templateId } = subject;
  await editTemplate({
    actor,
    subject,
    version: body.version,
    audit,
    action: 'input.edit',
    plan: async (tx, { stored }) => {
      const key = await keyOf(tx, { orgId, templateId, templateInputId: legoInputId });
      const is = stored.inputs.find((input) => input.key === key);
      if (is === undefined) return [];
      const wanted: WantedEdit[] = [];
      const { isSecret } = body;
      if (isSecret !== undefined && isSecret !== holdsSecret(is.type)) {
        if (!canBeSecret(is.type)) throw invalid('isSecret', ONLY_TEXTS);
        wanted.push({ edit: { kind: 'secret', key, isSecret }, needs: null, path: 'isSecret' });
      }
      if (body.typeId !== undefined && body.typeId !== is.type.typeId) {
        const type = typeNamed(is.type.typeSystem, body.typeId);
        if (type === null) throw invalid('typeId', INVALID_TYPE);
        wanted.push({ edit: { kind: 'retype', key, type }, needs: 'type', path: 'typeId' });
      }
      if (body.key !== undefined && body.key !== key) {
        wanted.push({ edit: { kind: 'rename', key, to: body.key }, needs: 'key', path: 'key' });
      }
      return wanted;
    },
  });
  return readCommandAs(actor, orgId, commandId);
}
