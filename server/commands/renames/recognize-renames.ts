import type { TemplateInput } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { openType } from '@/lib/inputs/secrets/secret-names';
import { recognize } from '@/server/commands/renames/recognize';
import { sourceKeyOf } from '@/server/commands/renames/source-keys';
import type { InputEdit } from '@/server/connectors/things';

/** An input that its source calls otherwise now. */
export interface InputRename {
  /** What the template calls it: as the source did, or as engineers do. */
  key: string;
  /** What the source called it. */
  from: string;
  /** What the source calls it now. */
  to: string;
  /** Whether the names differ only in letter case and separators. Otherwise it is likely, and for a person to judge. */
  isCertain: boolean;
}

/**
 * Recognizes inputs of a template that have another name at the source now: of the same type, with almost the same name,
 * with the same comment, or with the same default between the same neighbors. What two inputs have in common proves
 * nothing, so neither is recognized by it.
 *
 * @param before as the template has them, with what engineers edited
 * @param after as the source has them now
 */
export function recognizeRenames(
  before: readonly TemplateInput[],
  after: readonly TemplateInput[],
  edits: readonly InputEdit[],
): InputRename[] {
  const [was, is] = [new Set(before.map(({ key }) => key)), new Set(after.map(({ key }) => key))];
  const gone = before.flatMap((input) => {
    const from = sourceKeyOf(edits, input.key);
    if (is.has(input.key) || from === null || is.has(from)) return [];
    return [{ input, from, likeness: likenessOf(input, from, before, is) }];
  });
  // What engineers renamed or deleted is at the source under the key of their edit.
  const edited = new Set(edits.map((edit) => (edit.kind === 'add' ? edit.input.key : edit.key)));
  const come = after
    .filter(({ key }) => !was.has(key) && !edited.has(key))
    .map((input) => ({ input, likeness: likenessOf(input, input.key, after, was) }));
  return [...recognize(gone, come)].flatMap(([{ input: found }, { input, from }]) =>
    keepsSecrecy(input, found, edits)
      ? [{ key: input.key, from, to: found.key, isCertain: lettersOf(from) === lettersOf(found.key) }]
      : [],
  );
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '');

/** The marks that a rename leaves, the most reliable first. */
function likenessOf(
  { type, description, defaultValue, defaultExpression, key: own }: TemplateInput,
  name: string,
  inputs: readonly TemplateInput[],
  stays: ReadonlySet<string>,
): string[] {
  const typed = `${type.typeSystem} ${openType(type).typeId}`;
  const at = inputs.findIndex(({ key }) => key === own);
  const previous = inputs.slice(0, at).findLast(({ key }) => stays.has(key))?.key ?? null;
  const next = inputs.slice(at + 1).find(({ key }) => stays.has(key))?.key ?? null;
  return [
    JSON.stringify([typed, lettersOf(name)]),
    // An input without a comment has a mark that no other one has.
    JSON.stringify([typed, description ?? { of: name }]),
    JSON.stringify([typed, defaultValue, defaultExpression, previous, next]),
  ];
}

/** An engineer's decision on secrecy goes along; a name that says otherwise by itself is another input. */
const keepsSecrecy = (input: TemplateInput, found: TemplateInput, edits: readonly InputEdit[]): boolean =>
  holdsSecret(input.type) === holdsSecret(found.type) ||
  edits.some((edit) => edit.kind === 'secret' && edit.key === input.key);
