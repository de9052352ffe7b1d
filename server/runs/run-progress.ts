import statement from 'sql-template-tag';
import { log } from '@/server/log';
import { notifyRunChanged } from '@/server/queue/run-changes';
import { insertLog, type LogPiece } from '@/server/runs/run-log';
import type { RunSink } from '@/server/runs/run-sink';
import { column, query } from '@/server/statements';

/** The first rows are told soon, so that somebody who waits sees them; after that it only counts. */
const FIRST_TELL_MS = 200;
const TELL_EVERY_MS = 1000;

/** Tells who watches how far a run has come, whenever that has changed. */
export class RunProgress {
  private reportedRows = 0;
  private telling: Promise<void> = Promise.resolve();
  private readonly timers: NodeJS.Timeout[];

  constructor(
    private readonly runId: number,
    private readonly workerId: string,
    private readonly sink: RunSink,
  ) {
    this.timers = [
      setTimeout(() => this.tell(), FIRST_TELL_MS),
      setInterval(() => this.tell(), TELL_EVERY_MS),
    ];
  }

  /** Tells no more; resolves once nothing is on its way. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await this.telling;
  }

  private tell(): void {
    this.telling = this.telling
      .then(() => this.tellNow())
      .catch((error) => log().warn({ err: error, run: this.runId }, "A run's progress could not be told"));
  }

  private async tellNow(): Promise<void> {
    const { result, logged } = this.sink;
    const rows = result.rowCount;
    if (rows > this.reportedRows) {
      await result.flush();
      await keepRows(this.runId, this.workerId, rows);
      this.reportedRows = rows;
    }
    const piece = logged.pending();
    if (piece !== null) {
      await keepLog(this.runId, this.workerId, piece);
      logged.kept(piece);
    }
  }
}

const TOLD = { told: column.text };

async function keepRows(runId: number, workerId: string, totalRows: number): Promise<void> {
  await query(
    TOLD,
    statement`with moved as (
       update run set total_rows = ${totalRows}, has_result = true
       where run_id = ${runId} and status = 'running'
         and exists (select from open_run o where o.org_id = run.org_id and o.run_id = ${runId} and o.worker_id = ${workerId})
       returning run_id
     )
     select ${notifyRunChanged(statement`run_id`)} as told from moved`,
  );
}

async function keepLog(runId: number, workerId: string, piece: LogPiece): Promise<void> {
  const ours = statement`(select o.org_id, o.run_id from run r join open_run o on o.org_id = r.org_id and o.run_id = r.run_id
    where r.run_id = ${runId} and o.worker_id = ${workerId}) ours`;
  await query(
    TOLD,
    statement`with logged as (${insertLog(ours, piece)} returning run_id)
     select ${notifyRunChanged(statement`run_id`)} as told from logged`,
  );
}
