import type { JsonValue } from '@/lib/base/json';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import {
  canBeSecret,
  openType,
  saysSecrecy,
  secretType,
  withSecrecy,
} from '@/lib/inputs/secrets/secret-names';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { findConnector } from '@/server/connectors/registry';
import type { InputEdit, SourceKind, TemplateDescription } from '@/server/connectors/things';

/** The part of a template that an edit of its inputs changes. */
export type Edited = Pick<TemplateDescription, 'inputs' | 'executable'>;

/** A template's kind, and what its engineers changed of its inputs, in order. */
export interface WithEdits {
  sourceKind: SourceKind;
  inputEdits: readonly InputEdit[];
}

/**
 * What the source describes, with what engineers changed of the inputs. An edit that no longer fits is left out: the
 * source declares the added input itself, or no longer has the deleted one, or can't be called like that anymore.
 */
export function withInputEdits<Described extends Edited>(
  described: Described,
  { sourceKind, inputEdits }: WithEdits,
): Described {
  let edited: Edited = described;
  for (const edit of inputEdits) {
    if (problemOf(edited.inputs, edit) !== null) continue;
    try {
      edited = applyEdit(edited, sourceKind, edit);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
    }
  }
  return { ...described, inputs: edited.inputs, executable: edited.executable };
}

/** Why an edit doesn't fit the inputs as they are; null if it does. */
export function problemOf(inputs: readonly TemplateInput[], edit: InputEdit): string | null {
  const has = (key: string) => inputs.some((input) => input.key === key);
  if (edit.kind === 'add') {
    return has(edit.input.key) ? `There is already an input "${edit.input.key}".` : null;
  }
  if (!has(edit.key)) return `There is no input "${edit.key}".`;
  return edit.kind === 'rename' && has(edit.to) ? `There is already an input "${edit.to}".` : null;
}

/** The inputs and the call after one edit. Throws a `ConnectorError` if it can't be called like that. */
export function applyEdit({ inputs, executable }: Edited, sourceKind: SourceKind, edit: InputEdit): Edited {
  if (edit.kind === 'secret') return { inputs: editedInputs(inputs, edit), executable };
  const editInput = findConnector(sourceKind)?.editInput;
  if (editInput === undefined) {
    const message = 'The source decides which inputs this command has. Change them there, then sync.';
    throw new ConnectorError('failed', message);
  }
  return { inputs: editedInputs(inputs, edit), executable: editInput(executable, edit) };
}

function editedInputs(inputs: readonly TemplateInput[], edit: InputEdit): TemplateInput[] {
  switch (edit.kind) {
    case 'add':
      return [...inputs, withSecrecy(edit.input)];
    case 'remove':
      return inputs.filter(({ key }) => key !== edit.key);
    case 'rename':
      return inputs.map((input) =>
        input.key === edit.key ? withSecrecy({ ...input, key: edit.to }) : input,
      );
    case 'retype':
      return inputs.map((input) => (input.key === edit.key ? retyped(input, edit.type) : input));
    case 'secret':
      return inputs.map((input) =>
        input.key === edit.key
          ? { ...input, type: edit.isSecret ? secretType(input.type) : openType(input.type) }
          : input,
      );
  }
}

/** Whether it is a secret stays as it was decided. Choosing a type whose name says it decides on that. */
function retyped(input: TemplateInput, type: InputType): TemplateInput {
  if (saysSecrecy(type)) return { ...input, type };
  if (!canBeSecret(input.type)) return withSecrecy({ ...input, type });
  return { ...input, type: holdsSecret(input.type) && canBeSecret(type) ? secretType(type) : type };
}

/**
 * The list with one more edit. Deleting an input forgets what was changed of it before: one that engineers added leaves
 * no trace, so that the source may declare one of that name later.
 */
export function withEdit(edits: readonly InputEdit[], edit: InputEdit): InputEdit[] {
  if (edit.kind === 'secret') {
    return [...edits.filter((earlier) => earlier.kind !== 'secret' || earlier.key !== edit.key), edit];
  }
  if (edit.kind !== 'remove') return [...edits, edit];
  let key = edit.key;
  let wasAdded = false;
  const kept = [...edits]
    .reverse()
    .filter((earlier) => {
      if (earlier.kind === 'rename' && earlier.to === key && !wasAdded) {
        key = earlier.key;
        return false;
      }
      if (earlier.kind === 'add' && earlier.input.key === key && !wasAdded) {
        wasAdded = true;
        return false;
      }
      return wasAdded || (earlier.kind !== 'retype' && earlier.kind !== 'secret') || earlier.key !== key;
    })
    .reverse();
  return wasAdded ? kept : [...kept, { kind: 'remove', key }];
}

/** The startup values after an input got another key. */
export function renamedValues(
  values: Readonly<Record<string, JsonValue>> | null,
  edit: InputEdit,
): Record<string, JsonValue> | null {
  if (values === null || edit.kind !== 'rename') return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key === edit.key ? edit.to : key, value]),
  );
}
