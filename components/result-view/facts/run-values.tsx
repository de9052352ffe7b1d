import { CopyButton } from '@/components/ui/text/copy-button';
import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { withFileNames } from '@/lib/inputs/file-names';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import { cellText } from '@/lib/results/table/result-table';
import styles from './run-values.module.css';

interface RunValuesProps {
  params: JsonValue;
  /** The form's names for them. */
  names: InputNames;
}

/** Every value of a run in full, but for the content of files, which have only their names. */
export function RunValues({ params, names }: RunValuesProps) {
  const values = params !== null && typeof params === 'object' && !Array.isArray(params) ? params : {};
  const entries = Object.entries(values);
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.title}>Values</h3>
        {entries.length > 0 && (
          <CopyButton
            label="Copy the values as JSON"
            text={() => exactJson(values, 2)}
            told="Copied to clipboard!"
          />
        )}
      </div>
      {typeof params === 'string' ? (
        // A list has only the beginning of long ones.
        <p className={styles.none}>Too long to be shown here.</p>
      ) : entries.length === 0 ? (
        <p className={styles.none}>No values entered; defaults were used.</p>
      ) : (
        <dl className={styles.values}>
          {entries.map(([key, value]) => (
            <div key={key} className={styles.value}>
              <dt title={key}>{nameOf(names, key)}</dt>
              <dd dir="auto">{value === null ? <i>null</i> : withFileNames(cellText(value))}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
