import { writtenText } from '@/lib/results/display-value';
import { personLocale } from '@/lib/results/person-locale';
import { cellText } from '@/lib/results/table/result-table';
import { FetchedJson } from './json/fetched-json';
import { MonoBlock } from './mono-block';
import type { PayloadProps } from './payload';
import styles from './result.module.css';
import { Cell } from './table/cell';

const LONGEST_LINE = 80;
/** Whole numbers may be ids, and a value has neither a name nor a type that would tell. */
const AMOUNT = /^-?\d{4,}\.\d+$/;

/** The single value of a scalar routine, in large type if it is short. */
export function ValueResult({ payload, commandId }: PayloadProps) {
  if (payload !== null && typeof payload === 'object')
    return <FetchedJson payload={payload} commandId={commandId} />;
  if (typeof payload === 'string' && (payload.length > LONGEST_LINE || payload.includes('\n'))) {
    return <MonoBlock label="Result" text={payload} />;
  }
  const text = cellText(payload);
  const written = AMOUNT.test(text) ? writtenText(text, { name: '', type: 'numeric' }, personLocale()) : null;
  return (
    <>
      <div className={styles.value}>
        {payload === '' ? (
          <i className={styles.null}>empty text</i>
        ) : written === null ? (
          <Cell value={payload} />
        ) : (
          <span title={text}>{written}</span>
        )}
      </div>
      {payload === null && <p className={styles.note}>The result is null: there is no value.</p>}
    </>
  );
}
