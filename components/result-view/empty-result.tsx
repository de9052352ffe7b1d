import styles from './result.module.css';

/** A run that went well and answered nothing. */
export function EmptyResult() {
  return <p className={styles.note}>Command ran successfully but did not return an output</p>;
}
