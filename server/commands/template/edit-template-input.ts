import type { editTemplateInput as editTemplateInputOperation } from '@/lib/contract/command/inputs';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { canBeSecret } from '@/lib/inputs/secrets/secret-names';
import { INVALID_TYPE, typeNamed } from '@/lib/type-systems/known-types';
import { invalidAt } from '@/server/base/errors';
import { readCommandAs } from '@/server/commands/command/read-command';
import { editTemplate, type WantedEdit } from '@/server/commands/template/edit-template';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import { keyOf } from '@/server/commands/template/template-input-key';
import type { Context } from '@/server/operations/context';

const ONLY_TEXTS = 'Only a text can be a secret. Numbers, dates, files, and lists are kept as they are.';

/** The edits of an input that a request asks for. Throws 400 for those that no source allows. */
export function wantedEdits(
  { inputs }: StoredTemplate,
  key: string,
  {
    isSecret,
    typeId,
    key: to,
  }: { isSecret?: boolean | undefined; typeId?: string | undefined; key?: string | undefined },
): WantedEdit[] {
  const is = inputs.find((input) => input.key === key);
  if (is === undefined) return [];
  const wanted: WantedEdit[] = [];
  if (isSecret !== undefined && isSecret !== holdsSecret(is.type)) {
    if (!canBeSecret(is.type)) throw invalidAt('isSecret', ONLY_TEXTS);
    wanted.push({ edit: { kind: 'secret', key, isSecret }, needs: null, path: 'isSecret' });
  }
  if (typeId !== undefined && typeId !== is.type.typeId) {
    const type = typeNamed(is.type.typeSystem, typeId);
    if (type === null) throw invalidAt('typeId', INVALID_TYPE);
    wanted.push({ edit: { kind: 'retype', key, type }, needs: 'type', path: 'typeId' });
  }
  if (to !== undefined && to !== key) {
    wanted.push({ edit: { kind: 'rename', key, to }, needs: 'key', path: 'key' });
  }
  return wanted;
}

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
    plan: async (tx, { stored }) =>
      wantedEdits(stored, await keyOf(tx, { orgId, templateId, templateInputId: legoInputId }), body),
  });
  return readCommandAs(actor, orgId, commandId);
}
