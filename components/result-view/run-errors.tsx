import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/text/copy-button';
import type { RunError } from '@/lib/runs/run-error';
import styles from './run-errors.module.css';

interface RunErrorsProps {
  errors: readonly RunError[];
  /** Explains what the errors mean for the run: that it failed, or that it continued despite them. */
  title: string;
  /** The next step, if the errors themselves don't say. */
  children?: string | undefined;
  /** A way to fix the problem, for people who may. */
  action?: ReactNode;
}

/** The source's errors, in full and ready to copy. */
export function RunErrors({ errors, title, children, action }: RunErrorsProps) {
  return (
    <div className={styles.box}>
      <div className={styles.head}>
        <p className={styles.title}>{title}</p>
        {errors.length > 0 && (
          <CopyButton
            label="Copy the error"
            text={errors.map(errorAsText).join('\n\n')}
            told="Error copied to clipboard"
          />
        )}
      </div>
      {children !== undefined && <p className={styles.next}>{children}</p>}
      {errors.map((error, index) => (
        <ErrorFacts key={index} error={error} />
      ))}
      {action}
    </div>
  );
}

function ErrorFacts({ error }: { error: RunError }) {
  return (
    <div className={styles.error}>
      <p className={styles.message} dir="auto">
        {error.message}
      </p>
      <dl className={styles.facts}>
        {factsOf(error).map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function factsOf({ code, detail, hint, where }: RunError): [string, string][] {
  const facts: [string, string | null][] = [
    ['Detail', detail],
    ['Hint', hint],
    ['Where', where],
    ['Code', code],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}

function errorAsText(error: RunError): string {
  return [error.message, ...factsOf(error).map(([name, value]) => `${name}: ${value}`)].join('\n');
}
