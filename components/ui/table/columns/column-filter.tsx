import { CloseButton, TextInput } from '@mantine/core';
import styles from './header-cell.module.css';

interface ColumnFilterProps {
  name: string;
  /** What compares its values, such as `>1000`. */
  comparison: string | undefined;
  text: string;
  onChange: (text: string) => void;
  /** @param isOver false if the focus has already moved elsewhere. */
  onLeave: (isOver: boolean) => void;
}

/**
 * Replaces a column's name with a filter: only rows whose values contain the text, or match the comparison, are shown.
 * Escape clears it.
 */
export function ColumnFilter({ name, comparison, text, onChange, onLeave }: ColumnFilterProps) {
  const example = comparison?.split(' ')[0];
  const empty = () => {
    onChange('');
    onLeave(true);
  };
  return (
    <TextInput
      autoFocus
      className={styles.filter}
      size="xs"
      aria-label={`Only rows whose ${name} contains`}
      placeholder={example === undefined ? `${name} contains…` : `e.g. ${example}`}
      title={comparison && `Type a text that ${name} contains, or compare: ${comparison}`}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') empty();
        if (event.key === 'Enter') onLeave(true);
        if (event.key === 'Escape' || event.key === 'Enter') event.stopPropagation();
      }}
      onBlur={() => onLeave(false)}
      rightSection={<CloseButton size="xs" aria-label={`Clear the filter of ${name}`} onClick={empty} />}
    />
  );
}
