import type { JsonValue } from '@/lib/json';
import { noFacts, type OutputValue, type ResultFacts, type ResultLink } from '@/lib/runs/result-facts';
import type { LogEntry } from '@/lib/runs/run-error';
import type { Column, ResultSink, WholeResponse } from '@/server/connectors/types';
import { OutputShape } from '@/server/outputs/output-shape';
import { ResultWriter } from '@/server/results/write-result';
import { LogBuffer } from '@/server/runs/run-log';

/** Facts beyond these limits are dropped: people read them on one screen. */
const MOST_FACTS = 1000;
const MOST_FACT_CHARS = 256 * 1024;

/** Receives the output of one run: rows go to the result, lines to the log, and facts are kept. */
export class RunSink implements ResultSink {
  readonly result: ResultWriter;
  readonly logged: LogBuffer;
  readonly shape = new OutputShape();
  private factCount = 0;
  private factChars = 0;

  /** @param facts recorded earlier; new ones are added to them */
  constructor(
    orgId: string,
    runId: number,
    logOffset = 0,
    readonly facts: ResultFacts = noFacts(),
  ) {
    this.result = new ResultWriter(orgId, runId);
    this.logged = new LogBuffer(logOffset);
  }

  table(columns: readonly Column[]): void {
    this.shape.table(columns);
    this.result.table(columns);
  }

  row(cells: readonly JsonValue[]): undefined | Promise<void> {
    return this.result.row(cells);
  }

  value(cell: JsonValue, type: string): void {
    this.result.value(cell, type);
  }

  whole(answer: WholeResponse): Promise<void> {
    this.shape.whole(answer);
    return this.result.whole(answer);
  }

  log(entry: LogEntry): void {
    this.logged.append(entry);
  }

  output(value: OutputValue): void {
    if (this.hasRoomFor(value)) this.facts.outputs.push(value);
  }

  returned(value: OutputValue): void {
    if (this.hasRoomFor(value)) this.facts.returnValue = value;
  }

  affected(rows: number): void {
    if (this.hasRoomFor(rows)) this.facts.rowsAffected.push(rows);
  }

  /** Only web addresses, since people click them. */
  link(link: ResultLink): void {
    if (!/^https?:\/\//i.test(link.url)) return;
    const isNew = !this.facts.links.some(({ url }) => url === link.url);
    if (isNew && this.hasRoomFor(link)) this.facts.links.push(link);
  }

  metadata(name: string, value: string): void {
    const existing = this.facts.metadata.find((each) => each.name === name);
    if (existing !== undefined) existing.value = value;
    else if (this.hasRoomFor({ name, value })) this.facts.metadata.push({ name, value });
  }

  private hasRoomFor(fact: unknown): boolean {
    this.factCount += 1;
    this.factChars += JSON.stringify(fact).length;
    return this.factCount <= MOST_FACTS && this.factChars <= MOST_FACT_CHARS;
  }
}
