import type { InputEdit } from '@/server/connectors/things';

/** What the source calls an input that engineers may have renamed; null for one that they added. */
export function sourceKeyOf(edits: readonly InputEdit[], key: string): string | null {
  let name = key;
  for (const edit of edits.toReversed()) {
    if (edit.kind === 'rename' && edit.to === name) name = edit.key;
    else if (edit.kind === 'add' && edit.input.key === name) return null;
  }
  return name;
}

/** The edits of an input after its source renamed it: those up to the engineers' own name for it. */
export function editsUnder(edits: readonly InputEdit[], from: string, to: string): InputEdit[] {
  let isSourceName = true;
  return edits.map((edit) => {
    if (!isSourceName || edit.kind === 'add' || edit.key !== from) return edit;
    if (edit.kind === 'rename') isSourceName = false;
    return { ...edit, key: to };
  });
}
