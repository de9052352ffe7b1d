import type { JsonValue } from '@/lib/base/json';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { linkOf } from '@/lib/results/display-value';
import { cellText } from '@/lib/results/table/result-table';
import styles from '../result.module.css';
import { Cell } from './cell';
import { ValueBadge } from './value-badge';

interface FormattedCellProps {
  value: JsonValue;
  setting: OutputColumn | null;
  /** The value as the person writes it; null if that is how it is stored. */
  written: string | null;
  onOpen: () => void;
}

/** A cell in the format that engineers chose, or else as the person writes it; what fits neither is shown as it is. */
export function FormattedCell({ value, setting, written, onOpen }: FormattedCellProps) {
  const plain = <Cell value={value} onOpen={onOpen} />;
  if (value === null || typeof value === 'object') return plain;
  const text = cellText(value);
  if (setting?.format === 'badge') return text === '' ? plain : <ValueBadge text={text} />;
  if (setting?.format === 'link') {
    const address = linkOf(value, setting.detail);
    if (address === null) return plain;
    return (
      <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  }
  return written === null ? plain : <span title={text}>{written}</span>;
}
