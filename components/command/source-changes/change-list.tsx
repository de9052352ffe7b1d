import { Checkbox } from '@mantine/core';
import type { SourceChange } from '@/lib/changes/source-change';
import { changeKey, effectWords, linesOfChange } from '@/lib/changes/source-change-words';
import styles from './change-list.module.css';

interface ChangeListProps {
  changes: readonly SourceChange[];
  /** What is carried over where an input was renamed; null where nobody is asked. */
  renames?: Renames | null;
}

/** The renamed inputs, by their new names, for which nothing is carried over. */
export interface Renames {
  refused: ReadonlySet<string>;
  toggle: (to: string) => void;
}

/** The changes, before and after, and their effect on engineers' settings and on what needs the inputs. */
export function ChangeList({ changes, renames = null }: ChangeListProps) {
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
          {renames !== null && <CarryChoice change={change} {...renames} />}
          {effectWords(change, isRefused(change, renames)).map(({ words, isKept }) => (
            <p key={words} className={styles.effect} data-kept={isKept || undefined}>
              {words}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

const isRefused = ({ change, after }: SourceChange, renames: Renames | null): boolean =>
  change === 'renamed' && typeof after === 'string' && renames?.refused.has(after) === true;

/** Asks whether an input that looks like one under another name is the same. */
function CarryChoice({ change, refused, toggle }: { change: SourceChange } & Renames) {
  const { before, after } = change;
  if (change.change !== 'renamed' || typeof before !== 'string' || typeof after !== 'string') return null;
  return (
    <Checkbox
      className={styles.carry}
      size="xs"
      checked={!refused.has(after)}
      onChange={() => toggle(after)}
      label={`Carry over what belongs to ${before}`}
      description={refused.has(after) ? `${before} counts as removed, and ${after} as new.` : null}
    />
  );
}

const signWords = { '−': 'Before', '+': 'Now', '~': 'Changed' };
