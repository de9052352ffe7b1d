import { createHash } from 'node:crypto';
import type { JsonValue } from '@/lib/base/json';
import { frontOfJson } from '@/lib/base/json-front';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import type { Column, WholeFormat, WholeResponse } from '@/server/connectors/result-sink';
import { cutJson, cutRow } from '@/server/results/reading/cut-shown';
import { SHOWN_BYTES, SHOWN_ROWS, SHOWN_VALUES, type WholeHead } from '@/server/results/stored/result-file';
import { ResultFile } from '@/server/results/stored/result-file-writer';
import { asNoSpace, NoSpace, StoreLost } from '@/server/results/stored/result-space';

const FLUSH_BYTES = 256 * 1024;
/** A result up to this size is stored in the database, written and read together with its run. */
const SMALL_BYTES = 8 * 1024;

/** The outcome of a finished result, stored in the run's row. */
export interface ResultSummary {
  payloadFormat: 'json.table.rowwise' | 'json.multiset.rowwise' | 'single_value' | 'empty' | WholeFormat;
  totalRows: number | null;
  isTruncated: boolean;
  /** Its JSON lines if it is small; null if it is a file, or empty. */
  smallLines: string | null;
  hasResult: boolean;
  /** Why it, or the rest of it, could not be stored; null if there was enough space. */
  noSpace: string | null;
  /** The size of its file; 0 if it isn't a file. */
  fileBytes: number;
  /** Where its file is; null for the disk. */
  storeId: number | null;
  /** SHA-256 of what is stored; null for nothing. */
  hash: Buffer | null;
}

/** The result is larger than the limit. */
export class ResultTooLarge extends Error {
  constructor() {
    const limitMb = env().resultLimitBytes / 1_000_000;
    super(
      `The run was stopped because its result exceeded ${limitMb} MB, the limit for results. The rows up to that point are below.`,
    );
  }
}

/**
 * Writes a result as it arrives. Rows never collect in memory: when the 256 KB buffer is full, each row waits until the
 * buffer is on disk.
 */
export class ResultWriter {
  private file: ResultFile | null = null;
  /** Writes happen one after another, even if a progress report requests one in between. */
  private writing: Promise<void> = Promise.resolve();
  private buffered: string[] = [];
  private bufferedBytes = 0;
  private writtenBytes = 0;
  private tables = 0;
  private rows = 0;
  private hasValue = false;
  private wholeFormat: WholeFormat | null = null;
  private isFrontCut = false;
  /** Whether a response in one piece is incomplete. */
  private isWholeOpen = false;
  private noSpace: NoSpace | null = null;
  private smallLines: string | null = null;
  private readonly hash = createHash('sha256');
  private digest: Buffer | null = null;

  constructor(
    private readonly orgId: string,
    private readonly runId: number,
  ) {}

  /** How many rows have arrived so far. */
  get rowCount(): number {
    return this.rows;
  }

  table(columns: readonly Column[]): void {
    this.tables += 1;
    this.append(JSON.stringify({ columns }));
  }

  /** Throws `ResultTooLarge` if the result would exceed its limit; earlier rows stay. */
  row(cells: readonly JsonValue[]): undefined | Promise<void> {
    if (this.writtenBytes > env().resultLimitBytes) throw new ResultTooLarge();
    this.rows += 1;
    const json = JSON.stringify(cells);
    // Only a first row is shown whatever its length.
    if (this.rows === 1 && json.length > SHOWN_BYTES) this.appendFront(cutRow(cells, SHOWN_BYTES));
    this.append(json);
    return this.bufferedBytes >= FLUSH_BYTES ? this.flush() : undefined;
  }

  value(value: JsonValue, type: string): void {
    this.hasValue = true;
    const json = JSON.stringify({ value, type });
    if (json.length > SHOWN_BYTES) this.appendFront(cutJson(value, SHOWN_BYTES));
    this.append(json);
  }

  /** Throws `ResultTooLarge` if the response exceeds the limit; then none of it is kept. */
  async whole(answer: WholeResponse): Promise<void> {
    const small = smallWhole(answer);
    if (small !== null) {
      this.wholeFormat = answer.format;
      return this.append(small);
    }
    const head = headOf(answer);
    if (head.sizeBytes > env().resultLimitBytes) throw new ResultTooLarge();
    this.append(JSON.stringify({ whole: head }));
    this.isWholeOpen = true;
    await this.inOrder((file) => file.reserve(head.sizeBytes + this.bufferedBytes));
    await this.flush();
    for (const chunk of answer.chunks) await this.write(chunk);
    this.isWholeOpen = false;
    this.wholeFormat = answer.format;
    this.isFrontCut = answer.format === 'json' && hasTooManyValues(answer.chunks);
  }

  /** Makes everything so far readable for others. */
  flush(): Promise<void> {
    if (this.buffered.length === 0) return this.writing;
    const text = this.buffered.join('');
    this.buffered = [];
    this.bufferedBytes = 0;
    return this.write(Buffer.from(text));
  }

  private write(bytes: Buffer): Promise<void> {
    return this.inOrder(async (file) => {
      await file.append(bytes);
      this.hash.update(bytes);
    });
  }

  /** Runs after the writes before it. Rejects with `NoSpace` if there isn't enough space, now or before. */
  private inOrder(work: (file: ResultFile) => Promise<void>): Promise<void> {
    this.writing = this.writing.then(async () => {
      if (this.noSpace !== null) return;
      try {
        this.file ??= await ResultFile.create(this.orgId, this.runId);
        await work(this.file);
      } catch (thrown) {
        const refusal = asNoSpace(thrown);
        if (!(refusal instanceof NoSpace)) throw refusal;
        if (refusal !== thrown)
          log().error({ err: thrown, run: this.runId }, 'The store accepts no more results');
        this.noSpace = refusal;
      }
    });
    return this.writing.then(() => {
      if (this.noSpace !== null) throw this.noSpace;
    });
  }

  /**
   * Makes the result durable unless it is small, and returns its summary. If space ran out, the result is the part that was
   * written before.
   */
  async finish(): Promise<ResultSummary> {
    if (this.file === null && this.writtenBytes <= SMALL_BYTES) {
      if (this.buffered.length > 0) {
        this.smallLines = this.buffered.join('');
        this.digest = this.hash.update(this.smallLines).digest();
      }
      return this.summary();
    }
    try {
      await this.flush().catch(refuseUnlessNoSpace);
      await this.finishFile();
      if (this.isReadable) this.digest = this.hash.digest();
    } finally {
      await this.file?.close();
    }
    return this.summary();
  }

  private async finishFile(): Promise<void> {
    if (this.noSpace instanceof StoreLost) return;
    try {
      await this.file?.finish();
    } catch (thrown) {
      const refusal = asNoSpace(thrown);
      if (!(refusal instanceof StoreLost)) throw thrown;
      // The run says so itself, and the log names a store that is down once: this is about one of many runs meanwhile.
      log().info({ err: thrown, run: this.runId }, 'A result could not be saved');
      this.noSpace = refusal;
    }
  }

  /** Whether others can read what was written so far. */
  get isReadable(): boolean {
    return this.file?.isReadable ?? false;
  }

  /** The result so far. */
  summary(): ResultSummary {
    return {
      payloadFormat: this.format(),
      totalRows: this.tables > 0 ? this.rows : null,
      isTruncated:
        this.rows > SHOWN_ROWS ||
        this.isFrontCut ||
        ((this.tables > 0 || this.wholeFormat !== null) && this.sizeBytes > SHOWN_BYTES),
      noSpace: this.noSpace?.message ?? null,
      smallLines: this.smallLines,
      hasResult: (this.isReadable && !this.isWholeOpen) || this.smallLines !== null,
      fileBytes: this.isReadable ? (this.file?.sizeBytes ?? 0) : 0,
      storeId: this.file?.storeId ?? null,
      hash: this.digest,
    };
  }

  private format(): ResultSummary['payloadFormat'] {
    if (this.wholeFormat !== null) return this.wholeFormat;
    if (this.hasValue) return 'single_value';
    if (this.tables === 0) return 'empty';
    return this.tables === 1 ? 'json.table.rowwise' : 'json.multiset.rowwise';
  }

  private get sizeBytes(): number {
    return Math.max(this.writtenBytes, this.file?.sizeBytes ?? 0);
  }

  private appendFront(front: JsonValue): void {
    this.isFrontCut = true;
    this.append(JSON.stringify({ front }));
  }

  private append(json: string): void {
    const line = `${json}\n`;
    const sizeBytes = Buffer.byteLength(line);
    this.buffered.push(line);
    this.bufferedBytes += sizeBytes;
    this.writtenBytes += sizeBytes;
  }
}

function refuseUnlessNoSpace(thrown: unknown): void {
  if (!(thrown instanceof NoSpace)) throw thrown;
}

const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

function headOf({ format, chunks, file }: WholeResponse): WholeHead {
  return { format, sizeBytes: sizeOf(chunks), ...(file === undefined ? {} : { file }) };
}

/** Whether less is shown of JSON than its size allows. */
function hasTooManyValues(chunks: readonly Buffer[]): boolean {
  if (sizeOf(chunks) > SHOWN_BYTES) return true;
  const text = Buffer.concat(chunks).toString('utf8').trimEnd();
  const front = frontOfJson(text, SHOWN_VALUES);
  return front !== null && front.length < text.length;
}

/** A response in one piece as a line; null if it is too large for one. */
function smallWhole({ format, chunks, file }: WholeResponse): string | null {
  if (sizeOf(chunks) > SMALL_BYTES) return null;
  const bytes = Buffer.concat(chunks);
  switch (format) {
    case 'json':
      // As received, so that numbers keep all their digits.
      return `{"format":"json","content":${bytes.toString('utf8')}}`;
    case 'file': {
      const content = { ...file, sizeBytes: bytes.length, base64: bytes.toString('base64') };
      return JSON.stringify({ format, content });
    }
    default:
      // Postgres text can't contain NUL; in JSON it is escaped.
      return JSON.stringify({ format, content: bytes.toString('utf8') });
  }
}
