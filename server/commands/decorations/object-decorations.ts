import type * as contract from '@/lib/contract/command/decorations';
import { changedMeanwhile, notFound } from '@/server/base/errors';
import { readObjectButton } from '@/server/commands/decorations/read-decorations';
import { createButton, deleteButton, updateButton } from '@/server/commands/decorations/write-button';
import type { Context } from '@/server/operations/context';

/** Adds a button to the objects of a JSON result. Throws 404 or 403 for a command that the engineer may not run themselves. */
export async function createObjectDecoration({
  actor,
  subject: command,
  body,
  audit,
}: Context<typeof contract.createObjectDecoration>) {
  const made = await createButton({ actor, command, audit, version: body.version }, 'object', {
    ...body,
    resultSet: 0,
  });
  const button = made === null ? null : await readObjectButton(actor, command, made);
  if (button === null) throw changedMeanwhile();
  return button;
}

export async function readObjectDecoration({
  actor,
  subject,
  params,
}: Context<typeof contract.readObjectDecoration>) {
  const button = await readObjectButton(actor, subject, params.objectDecorationId);
  if (button === null) throw notFound();
  return button;
}

/** Changes a button on objects. Throws 409 with its current state if the command changed since the client read it. */
export async function updateObjectDecoration({
  actor,
  subject: command,
  params: { objectDecorationId: decorationId },
  body,
  audit,
}: Context<typeof contract.updateObjectDecoration>) {
  const who = { actor, command, audit, version: body.version };
  const { isStale } = await updateButton(who, 'object', decorationId, { ...body, resultSet: 0 });
  const button = await readObjectButton(actor, command, decorationId);
  if (button === null) throw notFound();
  if (isStale) throw changedMeanwhile(button);
  return button;
}

export async function deleteObjectDecoration({
  actor,
  subject: command,
  params,
  audit,
}: Context<typeof contract.deleteObjectDecoration>): Promise<undefined> {
  await deleteButton({ actor, command, audit, version: undefined }, 'object', params.objectDecorationId);
  return undefined;
}
