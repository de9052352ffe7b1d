import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatCount } from '@/lib/results/table/row-counts';

interface GoToRowProps {
  rows: number;
  /** @param row from 1 */
  onGo: (row: number) => void;
}

/** A field for the number of a row: Enter turns to its page. */
export function GoToRow({ rows, onGo }: GoToRowProps) {
  const [text, setText] = useState('');
  const row = Number(text.replaceAll(/[,\s]/g, ''));
  const isRow = Number.isInteger(row) && row >= 1 && row <= rows;
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (!isRow) return;
    onGo(row);
    setText('');
  };
  return (
    <form onSubmit={go}>
      <TextInput
        size="xs"
        w={150}
        inputMode="numeric"
        aria-label={`Go to a row from 1 to ${formatCount(rows)}`}
        placeholder="Go to row…"
        value={text}
        error={text !== '' && !isRow}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
