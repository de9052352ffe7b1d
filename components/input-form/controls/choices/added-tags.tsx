import styles from '../controls.module.css';

/** How many tags a text has become, for people who pasted it. Screen readers are told, too. */
export function AddedTags({ words }: { words: string | null }) {
  return (
    <p className={styles.added} role="status">
      {words}
    </p>
  );
}
