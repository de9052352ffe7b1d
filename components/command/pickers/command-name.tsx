import styles from './command-name.module.css';

interface CommandNameProps {
  name: string;
  /** What tells it apart from another one of this name, or where it is; undefined for nothing. */
  detail: string | null | undefined;
}

/** A command or a folder in a list to choose from; see `tellApart`. */
export function CommandName({ name, detail }: CommandNameProps) {
  return (
    <span className={styles.names}>
      <span className={styles.name}>{name}</span>
      {detail != null && <span className={styles.detail}>{detail}</span>}
    </span>
  );
}
