import styles from './change-list.module.css';
import { changeKey, effectWords, linesOfChange } from './change-words';
import type { SourceChange } from './source-change';

/** The changes, before and after, and their effect on engineers' settings. */
export function ChangeList({ changes }: { changes: readonly SourceChange[] }) {
  return (
    <ul className={styles.changes} aria-label="What changed">
      {changes.map((change) => (
        <li key={changeKey(change)} className={styles.change}>
          {linesOfChange(change).map(({ sign, text, note }) => (
            <div key={sign + text} className={styles.line}>
              <span className={styles.sign} data-sign={sign} role="img" aria-label={signWords[sign]}>
                {sign}
              </span>
              <span className={styles.said}>
                <span className={styles.text}>{text}</span>
                {note !== null && <span className={styles.note}>{note}</span>}
              </span>
            </div>
          ))}
          {effectWords(change).map(({ words, isKept }) => (
            <p key={words} className={styles.effect} data-kept={isKept || undefined}>
              {words}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

const signWords = { '−': 'Before', '+': 'Now', '~': 'Changed' };
