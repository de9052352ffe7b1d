import statement from 'sql-template-tag';
import { noFacts, type ResultFacts } from '@/lib/results/result-facts';
import { column, query } from '@/server/base/database/statements';
import { notifyRunChanged } from '@/server/base/events/run-changes';
import { log } from '@/server/base/log';
import { insertLog, type LogPiece } from '@/server/runs/execute/run-log';
import type { RunSink } from '@/server/runs/execute/run-sink';

/** The first rows are reported soon, for people who watch; after that, only the count matters. */
const FIRST_REPORT_MS = 200;
const REPORT_EVERY_MS = 1000;

interface Running {
  orgId: string;
  runId: number;
}

/** Notifies watchers of a run's progress whenever it changes. */
export class RunProgress {
  private reportedRows = 0;
  private reportedLinks = 0;
  private reporting: Promise<void> = Promise.resolve();
  private readonly timers: NodeJS.Timeout[];

  constructor(
    private readonly run: Running,
    private readonly workerId: string,
    private readonly sink: RunSink,
  ) {
    this.timers = [
      setTimeout(() => this.report(), FIRST_REPORT_MS),
      setInterval(() => this.report(), REPORT_EVERY_MS),
    ];
  }

  /** Stops reporting; resolves once nothing is in flight. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await this.reporting;
  }

  private report(): void {
    this.reporting = this.reporting
      .then(() => this.reportNow())
      .catch((error) =>
        log().warn({ err: error, run: this.run.runId }, "A run's progress could not be reported"),
      );
  }

  private async reportNow(): Promise<void> {
    const { result, logged, facts } = this.sink;
    const { links } = facts;
    const rows = result.rowCount;
    if (rows > this.reportedRows) {
      await result.flush();
      await keepRows(this.run, this.workerId, rows, result.isReadable);
      this.reportedRows = rows;
    }
    if (links.length > this.reportedLinks) {
      await keepLinks(this.run, this.workerId, { ...noFacts(), links: [...links] });
      this.reportedLinks = links.length;
    }
    const piece = logged.pending();
    if (piece !== null) {
      await keepLog(this.run, this.workerId, piece);
      logged.saved(piece);
    }
  }
}

const NOTIFIED = { notified: column.text };

/** @param isReadable whether the first rows can be shown */
async function keepRows(
  { orgId, runId }: Running,
  workerId: string,
  totalRows: number,
  isReadable: boolean,
): Promise<void> {
  await query(
    NOTIFIED,
    statement`with moved as (
       update run set total_rows = ${totalRows}, has_result = ${isReadable}
       where org_id = ${orgId} and run_id = ${runId} and status = 'running'
         and exists (select from open_run o where o.org_id = run.org_id and o.run_id = ${runId} and o.worker_id = ${workerId})
       returning run_id
     )
     select ${notifyRunChanged(statement`run_id`)} as notified from moved`,
  );
}

/** People who watch a long run want to see it at the source. Everything else about it is kept when it ends. */
async function keepLinks({ orgId, runId }: Running, workerId: string, facts: ResultFacts): Promise<void> {
  await query(
    NOTIFIED,
    statement`with linked as (
       update run set result_facts = ${JSON.stringify(facts)}
       where org_id = ${orgId} and run_id = ${runId} and status = 'running'
         and exists (select from open_run o where o.org_id = run.org_id and o.run_id = ${runId} and o.worker_id = ${workerId})
       returning run_id
     )
     select ${notifyRunChanged(statement`run_id`)} as notified from linked`,
  );
}

async function keepLog({ orgId, runId }: Running, workerId: string, piece: LogPiece): Promise<void> {
  const run_here = statement`(select o.org_id, o.run_id from run r join open_run o on o.org_id = r.org_id and o.run_id = r.run_id
    where r.org_id = ${orgId} and r.run_id = ${runId} and o.worker_id = ${workerId}) run_here`;
  await query(
    NOTIFIED,
    statement`with logged as (${insertLog(run_here, piece)} returning run_id)
     select ${notifyRunChanged(statement`run_id`)} as notified from logged`,
  );
}
