import type { JsonValue } from '@/lib/base/json';
import {
  type DryRunReport,
  noFacts,
  type OutputValue,
  type ResultFacts,
  type ResultLink,
} from '@/lib/results/result-facts';
import type { LogEntry } from '@/lib/runs/run-error';
import { OutputShape } from '@/server/commands/outputs/output-shape';
import type { Column, ResultSink, WholeResponse } from '@/server/connectors/result-sink';
import { ResultWriter } from '@/server/results/stored/write-result';
import { ColumnSum } from '@/server/results/values/column-sum';
import { OutputPart, PATH_NOTE } from '@/server/results/values/output-part';
import { LogBuffer } from '@/server/runs/execute/run-log';

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
  private kept: OutputPart | null = null;
  private saved: ColumnSum | null = null;

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
    this.saved?.table(columns);
    this.result.table(columns);
  }

  row(cells: readonly JsonValue[]): undefined | Promise<void> {
    this.saved?.row(cells);
    return this.result.row(cells);
  }

  /**
   * Keeps only the part of a JSON result under a path; all of it, with a note, if nothing is there. Call it before the
   * output arrives.
   */
  keepOnly(path: string | null): void {
    this.kept = path === null ? null : OutputPart.at(path);
  }

  /** Adds up the minutes saved that a column of the result tells; none for null. Call it before the output arrives. */
  addUp(minutesSavedColumn: string | null): void {
    this.saved = minutesSavedColumn === null ? null : new ColumnSum(minutesSavedColumn);
  }

  /** The minutes that the run saved by its own result; null if nothing is added up. */
  get minutesSaved(): number | null {
    return this.saved?.total ?? null;
  }

  get wantsDocument(): boolean {
    return this.kept !== null;
  }

  value(cell: JsonValue, type: string): void {
    const part = this.kept?.ofValue(cell);
    if (part === undefined) this.noteMissingPart();
    const kept = part === undefined ? cell : part;
    if (kept !== null && typeof kept === 'object') this.shape.document(kept);
    this.saved?.document(kept);
    this.result.value(kept, type);
  }

  async whole(answer: WholeResponse): Promise<void> {
    const part = answer.format === 'json' ? await this.kept?.ofDocument(answer.chunks) : null;
    if (part === null || part === undefined) this.noteMissingPart();
    const kept = part == null ? answer : { ...answer, chunks: part };
    this.shape.whole(kept);
    this.saved?.whole(kept);
    await this.result.whole(kept);
  }

  private noteMissingPart(): void {
    if (this.kept === null) return;
    const note = `${this.kept.path} isn't in this result, so all of it is shown.`;
    this.metadata(PATH_NOTE, note);
    this.log({ level: 'warning', message: `${PATH_NOTE}: ${note}`, atMs: Date.now() });
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

  wouldChange(report: DryRunReport): void {
    if (this.hasRoomFor(report)) this.facts.dryRun = report;
  }

  private hasRoomFor(fact: unknown): boolean {
    this.factCount += 1;
    this.factChars += JSON.stringify(fact).length;
    return this.factCount <= MOST_FACTS && this.factChars <= MOST_FACT_CHARS;
  }
}
