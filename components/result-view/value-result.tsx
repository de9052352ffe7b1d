import { FetchedJson } from './json/fetched-json';
import { MonoBlock } from './mono-block';
import type { PayloadProps } from './payload';
import styles from './result.module.css';
import { Cell } from './table/cell';

const LONGEST_LINE = 80;

/** The single value of a scalar routine, in large type if it is short. */
export function ValueResult({ payload, commandId }: PayloadProps) {
  if (payload !== null && typeof payload === 'object')
    return <FetchedJson payload={payload} commandId={commandId} />;
  if (typeof payload === 'string' && (payload.length > LONGEST_LINE || payload.includes('\n'))) {
    return <MonoBlock label="Result" text={payload} />;
  }
  return (
    <>
      <div className={styles.value}>
        {payload === '' ? <i className={styles.null}>empty text</i> : <Cell value={payload} />}
      </div>
      {payload === null && <p className={styles.note}>The result is null: there is no value.</p>}
    </>
  );
}
