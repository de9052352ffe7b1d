import type { JsonValue } from '@/lib/base/json';

/** A named value that a routine returned besides its rows. */
export interface OutputValue {
  name: string;
  /** The source's name for the type; empty if there is none. */
  type: string;
  value: JsonValue;
}

/** A link to something at the source that belongs to a run: its log, the execution, a page of its console. */
export interface ResultLink {
  kind: 'log' | 'execution' | 'console' | 'source';
  label: string;
  url: string;
}

/** What a dry run would have changed, had it not been rolled back. */
export interface DryRunReport {
  /** By table, the most changed first. */
  changes: { table: string; inserted: number; updated: number; deleted: number }[];
  /** What it did that can't be undone, or can't be told, in sentences. */
  notUndone: string[];
}

/** What a source returned about a run besides rows. */
export interface ResultFacts {
  outputs: OutputValue[];
  returnValue: OutputValue | null;
  /** The row count of each statement that changed rows, in order. */
  rowsAffected: number[];
  links: ResultLink[];
  metadata: { name: string; value: string }[];
  /** Only dry runs have it. */
  dryRun?: DryRunReport;
}

export const noFacts = (): ResultFacts => ({
  outputs: [],
  returnValue: null,
  rowsAffected: [],
  links: [],
  metadata: [],
});

export const hasFacts = ({
  outputs,
  returnValue,
  rowsAffected,
  links,
  metadata,
  dryRun,
}: ResultFacts): boolean =>
  outputs.length + rowsAffected.length + links.length + metadata.length > 0 ||
  returnValue !== null ||
  dryRun !== undefined;

/** The name of the metadata with the id under which Lambda received a call. */
export const LAMBDA_REQUEST_ID = 'Lambda request ID';

/** The documents' names for facts of runs at AWS; null for other runs. */
export const documentedFacts = ({ links, metadata }: Pick<ResultFacts, 'links' | 'metadata'>) => ({
  lambdaRequestId: metadata.find(({ name }) => name === LAMBDA_REQUEST_ID)?.value ?? null,
  cloudwatchUrl: links.find(({ kind }) => kind === 'log')?.url ?? null,
});
