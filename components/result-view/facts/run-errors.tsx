import type { ReactNode } from 'react';
import type { RunError } from '@/lib/runs/run-error';
import { splitMessage, technicalDetails } from '@/lib/runs/run-error-text';
import styles from './run-errors.module.css';

interface RunErrorsProps {
  errors: readonly RunError[];
  /**
   * What the errors mean for the run, if they don't say it themselves: that it was canceled, or that it continued
   * despite them. Null if the first error is the reason, and so the headline.
   */
  title: string | null;
  /** `none` for a run that a person canceled: that needs no alarm. */
  tone?: 'bad' | 'caution' | 'none';
  /** The next step, if the errors themselves don't say. */
  children?: string | undefined;
  /** Ways to fix the problem, or to pass it on. */
  actions?: ReactNode;
}

/** The source's errors: its own message first, then its hint, with what only engineers read folded away. */
export function RunErrors({ errors, title, tone = 'bad', children, actions }: RunErrorsProps) {
  return (
    <div className={styles.box} data-tone={tone}>
      {title !== null && <p className={styles.headline}>{title}</p>}
      {children !== undefined && <p className={styles.next}>{children}</p>}
      {errors.map((error, index) => (
        <ErrorText key={index} error={error} isHeadline={title === null && index === 0} />
      ))}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

function ErrorText({ error, isHeadline }: { error: RunError; isHeadline: boolean }) {
  const { headline, rest } = splitMessage(error.message);
  const details = technicalDetails(error);
  return (
    <div className={styles.error}>
      <p className={isHeadline ? styles.headline : styles.message} dir="auto">
        {headline}
      </p>
      {rest !== '' && (
        <p className={styles.rest} dir="auto">
          {rest}
        </p>
      )}
      {[error.detail, error.hint].map(
        (text, index) =>
          text !== null &&
          text !== '' && (
            <p key={index} className={styles.next} dir="auto">
              {text}
            </p>
          ),
      )}
      {details.length > 0 && (
        <details className={styles.details}>
          <summary>Technical details</summary>
          <dl className={styles.facts}>
            {details.map(([name, value]) => (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}
