import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonValue } from '@/lib/json';
import type { LogEntry } from '@/lib/runs/run-error';
import type { Column, ResultSink, WholeAnswer } from '@/server/connectors/types';
import { env } from '@/server/env';
import { resultPath, SHOWN_BYTES, SHOWN_ROWS } from '@/server/results/result-file';

const FLUSH_BYTES = 256 * 1024;
/** More log than this is cut: it is read on one screen. */
const LOG_CHARS = 200_000;

/** What a finished result amounts to; kept in the run's row. */
export interface ResultSummary {
  payloadFormat:
    | 'json.table.rowwise'
    | 'json.multiset.rowwise'
    | 'single_value'
    | 'empty'
    | WholeAnswer['format'];
  totalRows: number | null;
  isTruncated: boolean;
  hasFile: boolean;
  logText: string | null;
}

/** More rows came than may be kept. */
export class ResultTooLarge extends Error {
  constructor() {
    const limitMb = env().resultLimitBytes / 1_000_000;
    super(
      `The run was stopped because its result grew beyond ${limitMb} MB, the largest that is kept. The rows up to there are below.`,
    );
  }
}

/**
 * Writes a result as it comes. Rows never gather in memory: past a buffer of 256 KB each row waits until the
 * disk has taken the buffer.
 */
export class ResultWriter implements ResultSink {
  private file: FileHandle | null = null;
  /** Writes follow one another, also when a progress report asks for one in between. */
  private writing: Promise<void> = Promise.resolve();
  private buffered: string[] = [];
  private bufferedBytes = 0;
  private writtenBytes = 0;
  private tables = 0;
  private rows = 0;
  private hasValue = false;
  private wholeFormat: WholeAnswer['format'] | null = null;
  private hasFile = false;
  private readonly logLines: string[] = [];
  private logChars = 0;

  constructor(
    private readonly orgId: string,
    private readonly runId: number,
  ) {}

  /** How many rows have come so far. */
  get rowCount(): number {
    return this.rows;
  }

  get logText(): string | null {
    return this.logLines.length === 0 ? null : this.logLines.join('\n');
  }

  table(columns: readonly Column[]): void {
    this.tables += 1;
    this.append(JSON.stringify({ columns }));
  }

  /** Throws `ResultTooLarge` when the disk would hold more of it than it may; what came before stays. */
  row(cells: readonly JsonValue[]): undefined | Promise<void> {
    if (this.writtenBytes > env().resultLimitBytes) throw new ResultTooLarge();
    this.rows += 1;
    this.append(JSON.stringify(cells));
    return this.bufferedBytes >= FLUSH_BYTES ? this.flush() : undefined;
  }

  value(value: JsonValue, type: string): void {
    this.hasValue = true;
    this.append(JSON.stringify({ value, type }));
  }

  /** Throws `ResultTooLarge` for one that is larger than what is kept. */
  whole(answer: WholeAnswer): void {
    this.wholeFormat = answer.format;
    this.append(JSON.stringify(answer));
    if (this.writtenBytes > env().resultLimitBytes) throw new ResultTooLarge();
  }

  log({ level, message }: LogEntry): void {
    if (this.logChars > LOG_CHARS) return;
    const line = level === 'info' ? message : `${level.toUpperCase()}: ${message}`;
    this.logChars += line.length;
    this.logLines.push(this.logChars > LOG_CHARS ? '… the rest of the log was cut' : line);
  }

  /** Makes what has come so far readable for others. */
  flush(): Promise<void> {
    if (this.buffered.length === 0) return this.writing;
    const text = this.buffered.join('');
    this.buffered = [];
    this.bufferedBytes = 0;
    this.writing = this.writing.then(async () => {
      this.file ??= await this.create();
      await this.file.writeFile(text);
    });
    return this.writing;
  }

  /** Puts the whole on the disk for good, and answers what it is. */
  async finish(): Promise<ResultSummary> {
    try {
      await this.flush();
      await this.file?.datasync();
    } finally {
      await this.file?.close();
      this.file = null;
    }
    return this.summary();
  }

  /** What has come so far. */
  summary(): ResultSummary {
    return {
      payloadFormat: this.format(),
      totalRows: this.tables > 0 ? this.rows : null,
      isTruncated:
        this.rows > SHOWN_ROWS ||
        ((this.tables > 0 || this.wholeFormat !== null) && this.writtenBytes > SHOWN_BYTES),
      hasFile: this.hasFile,
      logText: this.logText,
    };
  }

  private format(): ResultSummary['payloadFormat'] {
    if (this.wholeFormat !== null) return this.wholeFormat;
    if (this.hasValue) return 'single_value';
    if (this.tables === 0) return 'empty';
    return this.tables === 1 ? 'json.table.rowwise' : 'json.multiset.rowwise';
  }

  private append(json: string): void {
    const line = `${json}\n`;
    const sizeBytes = Buffer.byteLength(line);
    this.buffered.push(line);
    this.bufferedBytes += sizeBytes;
    this.writtenBytes += sizeBytes;
  }

  private async create(): Promise<FileHandle> {
    const path = resultPath(this.orgId, this.runId);
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'w', 0o600);
    this.hasFile = true;
    return file;
  }
}
