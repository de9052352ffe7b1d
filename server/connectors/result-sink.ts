import type { JsonValue } from '@/lib/base/json';
import type { DryRunReport, OutputValue, ResultLink } from '@/lib/results/result-facts';
import type { LogEntry } from '@/lib/runs/run-error';

/** A column of a tabular result; names may repeat, and may be empty. */
export interface Column {
  name: string;
  /** The source's name of the type. */
  type: string;
}

/**
 * Receives the output of an execution, in order. Await the promise that `row` returns before the next call: that is how a
 * slow store slows down a fast source.
 */
export interface ResultSink {
  /** Whether a JSON response goes to `whole` even if it is a table, because only a part of it will be kept. */
  readonly wantsDocument?: boolean;
  /** Begins a result set; every `row` until the next `table` belongs to it. */
  table(columns: readonly Column[]): void;
  /** One row of the open result set, as many cells as it has columns. */
  row(cells: readonly JsonValue[]): void | Promise<void>;
  /** The single value of a scalar routine. At most one call, and none together with `table`. */
  value(cell: JsonValue, type: string): void;
  /**
   * A response in one piece. At most one call, and none together with `table` or `value`. Its chunks may be released once
   * the returned promise has resolved.
   */
  whole(answer: WholeResponse): void | Promise<void>;
  log(entry: LogEntry): void;
  /** A value that the routine returns in addition to its rows: an OUTPUT parameter, a variable of a workflow. */
  output(value: OutputValue): void;
  /** The routine's return code. At most one call. */
  returned(value: OutputValue): void;
  /** How many rows a statement changed; one call per statement, in order. */
  affected(rows: number): void;
  link(link: ResultLink): void;
  metadata(name: string, value: string): void;
  /** What a dry run would have changed. At most one call. */
  wouldChange(report: DryRunReport): void;
}

export type WholeFormat = 'json' | 'string' | 'csv' | 'markdown' | 'file';

/** A response in one piece: a JSON document, a text, or a file. */
export interface WholeResponse {
  format: WholeFormat;
  /** Valid JSON as received, without a byte order mark; text in UTF-8; or a file's bytes. */
  chunks: readonly Buffer[];
  /** For the format `file`. */
  file?: { name: string; contentType: string };
}
