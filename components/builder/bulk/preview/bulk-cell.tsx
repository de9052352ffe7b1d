'use client';

import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { focusOnMount } from '@/components/ui/feedback/focus-on-mount';
import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { cellText } from '@/lib/results/table/result-table';
import styles from './bulk-cell.module.css';

/** Where a cell is while a person edits it, and where the focus goes when they are done. */
export type Editing = 'open' | 'done' | null;

interface BulkCellProps {
  input: Input;
  /** For screen readers: the input and the row. */
  label: string;
  text: string | undefined;
  /** The value that the text only names. */
  named: JsonValue | undefined;
  /** What is wrong with it; null for nothing. */
  problem: string | null;
  editing: Editing;
  onEdit: () => void;
  /** Takes the text, or leaves the cell as it was for null; then goes on. Returns whether there was somewhere to go. */
  onDone: (text: string | null, then: 'stay' | 'leave' | 'next' | 'previous') => boolean;
}

const HIDDEN_VALUE = '••••••';

/** A value of a row that will run: a press edits it where it stands. */
export function BulkCell({ input, label, text, named, problem, editing, onEdit, onDone }: BulkCellProps) {
  const isSecret = holdsSecret(input.type);
  const shown = text === undefined ? null : isSecret ? HIDDEN_VALUE : text;
  return (
    <td
      className={styles.cell}
      data-cell
      data-bad={problem !== null || undefined}
      title={problem ?? shown ?? undefined}
    >
      {editing === 'open' ? (
        <Editor
          text={text ?? ''}
          label={label}
          isSecret={isSecret}
          isBad={problem !== null}
          onDone={onDone}
        />
      ) : (
        <button
          ref={editing === 'done' ? focusOnMount : undefined}
          type="button"
          className={styles.value}
          aria-label={`Edit ${label}: ${shown ?? 'empty'}${named === undefined ? '' : ` ${cellText(named)}`}`}
          onClick={onEdit}
        >
          {shown === null ? <i>empty</i> : <span dir="auto">{shown}</span>}
          {named !== undefined && <span className={styles.named}> {cellText(named)}</span>}
        </button>
      )}
    </td>
  );
}

interface EditorProps extends Pick<BulkCellProps, 'label' | 'onDone'> {
  text: string;
  isSecret: boolean;
  isBad: boolean;
}

/** Enter takes the text, Tab goes to the next problem, and Escape leaves the cell as it was. */
function Editor({ text, label, isSecret, isBad, onDone }: EditorProps) {
  const isDone = useRef(false);
  const end = (...[to, then]: Parameters<EditorProps['onDone']>): boolean => {
    if (isDone.current) return false;
    isDone.current = true;
    return onDone(to, then);
  };
  const props = {
    ref: focusAll,
    className: styles.editor,
    'aria-label': label,
    'aria-invalid': isBad || undefined,
    autoComplete: 'off',
    spellCheck: false,
    dir: 'auto',
    defaultValue: text,
    // An Escape is for the cell and not for the panel.
    'data-mantine-stop-propagation': 'true',
    onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      void end(currentTarget.value, 'leave'),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.currentTarget;
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') end(null, 'stay');
      else if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        // With Ctrl or ⌘, the panel runs its rows.
        event.stopPropagation();
        end(value, 'stay');
      } else if (event.key === 'Tab' && end(value, event.shiftKey ? 'previous' : 'next')) {
        event.preventDefault();
      }
    },
  } as const;
  // A field of one line would lose the breaks of a text from a file.
  if (text.includes('\n')) return <textarea {...props} rows={1} />;
  return <input {...props} type={isSecret ? 'password' : 'text'} />;
}

function focusAll(element: HTMLInputElement | HTMLTextAreaElement | null): void {
  element?.focus({ preventScroll: true });
  element?.select();
}
