import type * as contract from '@/lib/contract/command/decorations';
import { changedMeanwhile, notFound } from '@/server/base/errors';
import { readRowButton } from '@/server/commands/decorations/read-decorations';
import { createButton, deleteButton, updateButton } from '@/server/commands/decorations/write-button';
import type { Context } from '@/server/operations/context';

/** Adds a button to the rows of a result. Throws 404 or 403 for a command that the engineer may not run themselves. */
export async function createRowDecoration({
  actor,
  subject: command,
  body,
  audit,
}: Context<typeof contract.createRowDecoration>) {
  const made = await createButton({ actor, command, audit, version: body.version }, 'row', body);
  const button = made === null ? null : await readRowButton(actor, command, made);
  if (button === null) throw changedMeanwhile();
  return button;
}

export async function readRowDecoration({
  actor,
  subject,
  params,
}: Context<typeof contract.readRowDecoration>) {
  const button = await readRowButton(actor, subject, params.decorationId);
  if (button === null) throw notFound();
  return button;
}

/** Changes a button on rows. Throws 409 with its current state if the command changed since the client read it. */
export async function updateRowDecoration({
  actor,
  subject: command,
  params: { decorationId },
  body,
  audit,
}: Context<typeof contract.updateRowDecoration>) {
  const who = { actor, command, audit, version: body.version };
  const { isStale } = await updateButton(who, 'row', decorationId, body);
  const button = await readRowButton(actor, command, decorationId);
  if (button === null) throw notFound();
  if (isStale) throw changedMeanwhile(button);
  return button;
}

export async function deleteRowDecoration({
  actor,
  subject: command,
  params,
  audit,
}: Context<typeof contract.deleteRowDecoration>): Promise<undefined> {
  await deleteButton({ actor, command, audit, version: undefined }, 'row', params.decorationId);
  return undefined;
}
