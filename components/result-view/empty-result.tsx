import styles from './result.module.css';

/** A successful run without a result. */
export function EmptyResult() {
  return <p className={styles.note}>Command ran successfully but did not return an output</p>;
}
