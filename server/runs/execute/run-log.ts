import statement, { type Sql as Statement } from 'sql-template-tag';
import type { LogEntry } from '@/lib/runs/run-error';
import { column, query } from '@/server/base/database/statements';

/** Longer logs are cut. In UTF-16 code units. */
const LONGEST_LOG = 64 * 1024 * 1024;

/** The limit of one line, such as a notice; the lines after it are kept as well. */
const LONGEST_LINE = 1_000_000;

/** A piece of a log; offsets are in UTF-16 code units. */
export interface LogPiece {
  startOffset: number;
  endOffset: number;
  text: string;
}

function cutLine(message: string): string {
  const length = message.length.toLocaleString('en-US');
  return `${message.slice(0, LONGEST_LINE)}… (cut: it has ${length} characters)`;
}

/** Buffers the lines of a run's log until they are saved. */
export class LogBuffer {
  private lines: string[] = [];
  private isCut = false;
  private endOffset: number;

  /** @param startOffset the length of the log so far */
  constructor(private startOffset = 0) {
    this.endOffset = startOffset;
  }

  /** The length that is not saved yet. */
  get pendingChars(): number {
    return this.endOffset - this.startOffset;
  }

  /** Whether nothing of the log is saved yet. */
  get isUnsaved(): boolean {
    return this.startOffset === 0;
  }

  append({ level, message }: LogEntry): void {
    if (this.isCut) return;
    const shortened = message.length > LONGEST_LINE ? cutLine(message) : message;
    this.isCut = this.endOffset + shortened.length > LONGEST_LOG;
    const prefixed = level === 'info' ? shortened : `${level.toUpperCase()}: ${shortened}`;
    // Postgres text can't contain NUL.
    const line = this.isCut ? '… the rest of the log was cut' : prefixed.replaceAll('\0', '�');
    const text = this.endOffset === 0 ? line : `\n${line}`;
    this.endOffset += text.length;
    this.lines.push(text);
  }

  /** The text that isn't saved yet; null if there is none. It stays here until `saved` is called. */
  pending(): LogPiece | null {
    if (this.lines.length === 0) return null;
    const text = this.lines.join('');
    this.lines = [text];
    return { startOffset: this.startOffset, endOffset: this.startOffset + text.length, text };
  }

  saved({ endOffset, text }: LogPiece): void {
    const rest = this.lines.join('').slice(text.length);
    this.lines = rest === '' ? [] : [rest];
    this.startOffset = endOffset;
  }
}

/** A CTE that saves a piece of the log of the run that the CTE `of` returns. */
export function insertLog(of: Statement, piece: LogPiece | null): Statement {
  return statement`insert into run_log (org_id, run_id, start_offset, end_offset, text)
    select org_id, run_id, ${piece?.startOffset ?? 0}, ${piece?.endOffset ?? 0}, ${piece?.text ?? ''} from ${of}
    where ${piece !== null}
    on conflict do nothing`;
}

/** A run of an organization, and how much of its log the reader has. */
export interface LogPosition {
  runId: number;
  offset: number;
}

const PIECES_AT_ONCE = 4;

/** The next pieces of some runs' logs, in order; a few at a time, so that little of a long log is in memory. */
export async function readLog(
  orgId: string,
  positions: readonly LogPosition[],
): Promise<({ runId: number } & LogPiece)[]> {
  const rows = await query(
    { run_id: column.int, start_offset: column.int, end_offset: column.int, text: column.text },
    statement`select l.run_id, l.start_offset, l.end_offset, l.text
     from unnest(${positions.map(({ runId }) => runId)}::bigint[], ${positions.map(({ offset }) => offset)}::int[])
       as reader(run_id, had)
     cross join lateral (
       select * from run_log
       where run_log.org_id = ${orgId} and run_log.run_id = reader.run_id and start_offset >= reader.had
       order by start_offset limit ${PIECES_AT_ONCE}) l
     order by l.run_id, l.start_offset`,
  );
  return rows.map((row) => ({
    runId: row.run_id,
    startOffset: row.start_offset,
    endOffset: row.end_offset,
    text: row.text,
  }));
}
