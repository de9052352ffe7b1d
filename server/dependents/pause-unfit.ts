import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { type AutomaticRun, automaticRuns } from '@/server/dependents/automatic-runs';
import { pauseRun, quoted } from '@/server/dependents/pause-run';
import { type ChangedInputs, canStop, type Stop, stopsOf } from '@/server/dependents/stops';

interface Changed {
  orgId: string;
  templateId: number;
  audit: AuditSource;
}

/** A job or a webhook that must not go on, and why. */
interface Stopped {
  run: AutomaticRun;
  reason: string;
}

/**
 * Pauses the scheduled jobs and webhooks whose values don't fit the inputs that a template is about to have, in the
 * transaction that changes it: without a value, they would run with the source's own default, such as no limit at all.
 * An auto-run pauses its job. Their owners and the command's engineers are told.
 */
export async function pauseUnfit(
  tx: Sql,
  { orgId, templateId, audit }: Changed,
  change: ChangedInputs,
): Promise<void> {
  if (!canStop(change)) return;
  const runs = (await automaticRuns(tx, orgId, [templateId])).get(templateId) ?? [];
  const stopped = new Map<string, Stopped>();
  for (const run of runs) {
    const stops = stopsOf(run, change);
    if (stops.length === 0) continue;
    const what = run.kind === 'webhook' ? 'webhook' : 'job';
    const id = `${what} ${run.id}`;
    if (!stopped.has(id)) stopped.set(id, { run, reason: reasonOf(run, stops) });
  }
  for (const { run, reason } of stopped.values()) await pauseRun(tx, orgId, audit, run, reason);
}

/** Why it was paused, with the names of the inputs. */
function reasonOf({ kind }: AutomaticRun, stops: readonly Stop[]): string {
  const what = kind === 'auto_run' ? 'an auto-run of this job' : `this ${kind}`;
  const of = (need: Stop['need']) => stops.filter((stop) => stop.need === need);
  const [lost, unfit, missing] = [of('value'), of('unfit'), of('missing')];
  const parts = [
    lost.length > 0 && `the command no longer has ${quoted(lost)}, which ${what} has a value for`,
    unfit.length > 0 && `the value of ${what} for ${quoted(unfit)} no longer fits its type`,
    missing.length > 0 && `the command now requires ${quoted(missing)}, which ${what} has no value for`,
  ].filter((part) => part !== false);
  const whole = parts.join('; ');
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}, so the ${kind === 'webhook' ? 'webhook' : 'job'} was paused. Check its values, and turn it on again.`;
}
