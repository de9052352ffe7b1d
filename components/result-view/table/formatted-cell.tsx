import { Chip } from '@/components/ui/text/chip';
import type { JsonValue } from '@/lib/base/json';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { displayText, linkOf } from '@/lib/results/display-value';
import { cellText } from '@/lib/results/table/result-table';
import styles from '../result.module.css';
import { Cell } from './cell';

interface FormattedCellProps {
  value: JsonValue;
  setting: OutputColumn | null;
  onOpen: () => void;
}

/** A cell in the format that engineers chose; a value that doesn't fit the format is shown as it is. */
export function FormattedCell({ value, setting, onOpen }: FormattedCellProps) {
  const plain = <Cell value={value} onOpen={onOpen} />;
  if (setting === null || value === null || typeof value === 'object') return plain;
  const text = cellText(value);
  if (setting.format === 'badge') return text === '' ? plain : <Chip>{text}</Chip>;
  if (setting.format === 'link') {
    const address = linkOf(value, setting.detail);
    if (address === null) return plain;
    return (
      <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  }
  const shown = displayText(value, setting);
  return shown === null ? plain : <span title={text}>{shown}</span>;
}
