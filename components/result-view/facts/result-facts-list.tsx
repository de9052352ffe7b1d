import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { hasFacts, type OutputValue, type ResultFacts } from '@/lib/results/result-facts';
import { countRows } from '@/lib/results/table/row-counts';
import styles from './result-facts-list.module.css';

/** Lists what a source returned besides rows, in the same place for every format. */
export function ResultFactsList({ facts }: { facts: Omit<ResultFacts, 'dryRun'> }) {
  const { outputs, returnValue, rowsAffected, links, metadata } = facts;
  if (!hasFacts({ outputs, returnValue, rowsAffected, links, metadata })) return null;
  return (
    <dl className={styles.facts} aria-label="Result details">
      {returnValue !== null && <Output label="Return value" output={returnValue} />}
      {outputs.map((output) => (
        <Output key={output.name} label={output.name} output={output} />
      ))}
      {rowsAffected.length > 0 && (
        <Fact label="Rows affected">
          {rowsAffected.length === 1
            ? countRows(rowsAffected[0] ?? 0)
            : rowsAffected.map((rows) => rows.toLocaleString('en')).join(', ')}
        </Fact>
      )}
      {metadata.map(({ name, value }) => (
        <Fact key={name} label={name}>
          {value}
        </Fact>
      ))}
      {links.map(({ url, label, kind }) => (
        <Fact key={url} label={LINK_LABELS[kind]}>
          <a href={url} target="_blank" rel="noreferrer noopener">
            {label}
          </a>
        </Fact>
      ))}
    </dl>
  );
}

const LINK_LABELS: Record<ResultFacts['links'][number]['kind'], string> = {
  log: 'Log',
  execution: 'Execution',
  console: 'Console',
  source: 'Source',
};

function Output({ label, output }: { label: string; output: OutputValue }) {
  return (
    <Fact label={label} title={output.type}>
      <span className={styles.value}>{textOf(output.value)}</span>
    </Fact>
  );
}

function Fact({ label, title, children }: { label: string; title?: string; children: React.ReactNode }) {
  return (
    <div className={styles.fact} title={title}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : exactJson(value));
