import type { JsonValue } from '@/lib/json';

/** A named value that a routine handed back beside its rows. */
export interface OutputValue {
  name: string;
  /** The source's name of the type; empty where it has none. */
  type: string;
  value: JsonValue;
}

/** Where a source keeps what belongs to a run: its log, the execution, a page of its console. */
export interface ResultLink {
  kind: 'log' | 'execution' | 'console';
  label: string;
  url: string;
}

/** What a source said of a run beside rows. */
export interface ResultFacts {
  outputs: OutputValue[];
  returnValue: OutputValue | null;
  /** A number for each statement that changed rows, in their order. */
  rowsAffected: number[];
  links: ResultLink[];
  metadata: { name: string; value: string }[];
}

export const noFacts = (): ResultFacts => ({
  outputs: [],
  returnValue: null,
  rowsAffected: [],
  links: [],
  metadata: [],
});

export const hasFacts = ({ outputs, returnValue, rowsAffected, links, metadata }: ResultFacts): boolean =>
  outputs.length + rowsAffected.length + links.length + metadata.length > 0 || returnValue !== null;
