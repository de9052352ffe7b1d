import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonValue } from '@/lib/json';
import type { Column, WholeAnswer } from '@/server/connectors/types';
import { env } from '@/server/env';
import { resultPath, SHOWN_BYTES, SHOWN_ROWS } from '@/server/results/result-file';

const FLUSH_BYTES = 256 * 1024;
/** A result of at most as many bytes stands in the database, where it is written and read with its run. */
const SMALL_BYTES = 8 * 1024;

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
  /** Its JSON lines where it is small; null where it is a file, or nothing. */
  smallLines: string | null;
  hasResult: boolean;
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
export class ResultWriter {
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
  private smallLines: string | null = null;

  constructor(
    private readonly orgId: string,
    private readonly runId: number,
  ) {}

  /** How many rows have come so far. */
  get rowCount(): number {
    return this.rows;
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

  /** Puts the whole on the disk for good unless it is small, and answers what it is. */
  async finish(): Promise<ResultSummary> {
    if (!this.hasFile && this.writtenBytes <= SMALL_BYTES) {
      if (this.buffered.length > 0) this.smallLines = this.buffered.join('');
      return this.summary();
    }
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
      smallLines: this.smallLines,
      hasResult: this.hasFile || this.smallLines !== null,
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
