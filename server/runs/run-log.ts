import statement, { type Sql as Statement } from 'sql-template-tag';
import type { LogEntry } from '@/lib/runs/run-error';
import { column, query } from '@/server/statements';

/** More than this is cut, in UTF-16 code units. */
const LONGEST_LOG = 64 * 1024 * 1024;

/** Of one line, such as a notice, so much is kept; the lines after it are kept as well. */
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

/** Gathers the lines of a run's log until they are kept. */
export class LogBuffer {
  private lines: string[] = [];
  private isCut = false;
  private endOffset: number;

  /** @param startOffset how long the log is already */
  constructor(private startOffset = 0) {
    this.endOffset = startOffset;
  }

  /** How much of it is not kept yet. */
  get pendingChars(): number {
    return this.endOffset - this.startOffset;
  }

  append({ level, message }: LogEntry): void {
    if (this.isCut) return;
    const kept = message.length > LONGEST_LINE ? cutLine(message) : message;
    this.isCut = this.endOffset + kept.length > LONGEST_LOG;
    const said = level === 'info' ? kept : `${level.toUpperCase()}: ${kept}`;
    // The database keeps no NUL.
    const line = this.isCut ? '… the rest of the log was cut' : said.replaceAll('\0', '�');
    const text = this.endOffset === 0 ? line : `\n${line}`;
    this.endOffset += text.length;
    this.lines.push(text);
  }

  /** All that is not kept yet; null where that is nothing. It stays here until `kept` is called. */
  pending(): LogPiece | null {
    if (this.lines.length === 0) return null;
    const text = this.lines.join('');
    this.lines = [text];
    return { startOffset: this.startOffset, endOffset: this.startOffset + text.length, text };
  }

  kept({ endOffset, text }: LogPiece): void {
    const rest = this.lines.join('').slice(text.length);
    this.lines = rest === '' ? [] : [rest];
    this.startOffset = endOffset;
  }
}

/** A part of a statement that keeps a piece of the log of the run that a part named `of` answers. */
export function insertLog(of: Statement, piece: LogPiece | null): Statement {
  return statement`insert into run_log (org_id, run_id, start_offset, end_offset, text)
    select org_id, run_id, ${piece?.startOffset ?? 0}, ${piece?.endOffset ?? 0}, ${piece?.text ?? ''} from ${of}
    where ${piece !== null}
    on conflict do nothing`;
}

/** A run and how much of its log somebody has. */
export interface LogPosition {
  runId: number;
  offset: number;
}

const PIECES_AT_ONCE = 4;

/** The next pieces of some runs' logs, in order; a few at a time, so that little of a long log is in memory. */
export async function readLog(positions: readonly LogPosition[]): Promise<({ runId: number } & LogPiece)[]> {
  const rows = await query(
    { run_id: column.int, start_offset: column.int, end_offset: column.int, text: column.text },
    statement`select l.run_id, l.start_offset, l.end_offset, l.text
     from unnest(${positions.map(({ runId }) => runId)}::int[], ${positions.map(({ offset }) => offset)}::int[])
       as wanted(run_id, had)
     cross join lateral (
       select * from run_log where run_log.run_id = wanted.run_id and start_offset >= wanted.had
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
