import type { RunnableSubject } from '@/server/access/load/load-command';
import { invalidAt } from '@/server/base/errors';

/** Throws 400 unless the word that a person has to type to run the command was sent with the request. */
export function refuseUnconfirmed(
  { name, form }: RunnableSubject,
  confirmation: string | null | undefined,
): void {
  const { confirmationWord: word } = form.command;
  if (word === null || confirmation?.trim() === word) return;
  const message = `To run “${name}”, confirm it with the word “${word}”.`;
  throw invalidAt('confirmation', message);
}
