import { IconAlertTriangle, IconUserCheck } from '@tabler/icons-react';
import { Chip } from '@/components/ui/text/chip';
import { warningLabel } from '@/lib/commands/warning-tag';
import type { WarningTag } from '@/lib/settings/command-choices';
import styles from './confirm-run.module.css';
import { shownValue } from './shown-value';
import type { Confirmation } from './use-confirmation';

/** A command without a tag may do anything. */
const effectOf = (tag: WarningTag | null): string => (tag === null ? 'May change data' : warningLabel(tag));

/** Who wants to run what, where, and with which values: everything that a confirmation is for. */
export function IntendedRun({ confirmation }: { confirmation: Confirmation }) {
  const { programName, isConnected, commandName, folderName, orgName, isDryRun } = confirmation;
  const { warningTag, needsApproval, state } = confirmation;
  return (
    <>
      <p>
        The program <strong className={styles.name}>{programName}</strong>{' '}
        {state === 'waiting' ? 'wants' : 'wanted'} to {isDryRun ? 'dry-run' : 'run'} a command as you
        {isDryRun && ', which executes it and rolls it back'}.{isConnected && ' It chose that name itself.'}
      </p>
      <section className={styles.card} aria-labelledby="command">
        <div className={styles.top}>
          <h2 id="command" className={styles.command}>
            {commandName}
          </h2>
          <Chip kind="caution" icon={<IconAlertTriangle size={14} stroke={1.75} aria-hidden />}>
            {effectOf(warningTag)}
          </Chip>
          {needsApproval && (
            <Chip icon={<IconUserCheck size={14} stroke={1.75} aria-hidden />}>Needs approval</Chip>
          )}
        </div>
        <p className={styles.place}>{folderName === null ? orgName : `${orgName} / ${folderName}`}</p>
        <Values confirmation={confirmation} />
      </section>
    </>
  );
}

/** Beyond these, a value is in a box that scrolls. */
const LONG_CHARS = 400;
const LONG_LINES = 12;

function Values({ confirmation: { params, inputNames } }: { confirmation: Confirmation }) {
  const values = Object.entries(params);
  if (values.length === 0) return <p className={styles.place}>The program gives no values.</p>;
  return (
    <dl className={styles.values}>
      {values.map(([key, value]) => (
        <div key={key} className={styles.row}>
          <dt>{inputNames[key] ?? key}</dt>
          <dd>
            <Value text={shownValue(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ text }: { text: string }) {
  const lineCount = text.split('\n').length;
  if (text.length <= LONG_CHARS && lineCount <= LONG_LINES) return <pre className={styles.value}>{text}</pre>;
  return (
    <>
      <p className={styles.place}>
        {text.length.toLocaleString('en-US')} characters
        {lineCount > 1 && `, ${lineCount.toLocaleString('en-US')} lines`}
      </p>
      {/* Focusable, because the keyboard scrolls what has the focus. */}
      <pre className={`${styles.value} ${styles.long}`} tabIndex={0}>
        {text}
      </pre>
    </>
  );
}
