import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { ownPartOf } from '@/server/connectors/own-part-of';
import type { SourceKind } from '@/server/connectors/things';
import { definitionPart, freezeDefinition, type RunDefinition } from '@/server/runs/start/definition';
import type { KeptValues } from '@/server/runs/start/run-values';

/** What a run of an earlier version executed, as JSON text in its own row. */
interface Snapshot {
  commandName: string;
  templateVersion: number;
  sourceKind: SourceKind;
  credentialId: number;
  cloudName: string;
  executable: JsonValue;
  inTransaction: boolean;
  values: Record<string, JsonValue>;
  /** The values, sealed and base64-encoded, if they include a password. */
  sealedValues?: string;
}

/** The definition and values of a snapshot. Missing parts are null. */
export function fromSnapshot(text: string): { definition: RunDefinition } & KeptValues {
  const { values, sealedValues, ...snapshot }: Snapshot = JSON.parse(text);
  return {
    definition: {
      commandName: snapshot.commandName,
      commandVersion: null,
      templateVersion: snapshot.templateVersion,
      sourceKind: snapshot.sourceKind,
      typeSystem: null,
      credentialId: snapshot.credentialId,
      cloudName: snapshot.cloudName,
      executable: snapshot.executable,
      inputs: null,
      own: ownPartOf(snapshot.sourceKind, {
        executeInTransaction: snapshot.inTransaction,
        headerNames: [],
      }),
      warningTag: null,
    },
    sentValues: sealedValues === undefined ? JSON.stringify(values) : null,
    sealedValues: sealedValues === undefined ? null : Buffer.from(sealedValues, 'base64'),
  };
}

const RUN = {
  org_id: column.text,
  run_id: column.int,
  params: column.text.nullable(),
  snapshot: column.text.nullable(),
  log_text: column.text.nullable(),
};

interface OldRun {
  org_id: string;
  run_id: number;
  params: string | null;
  snapshot: string | null;
  log_text: string | null;
}

async function keepDefinition(orgId: string, definition: RunDefinition, tx: Sql): Promise<number> {
  const frozen = freezeDefinition(orgId, definition);
  const [kept] = await query(
    { definition_id: column.int },
    statement`with ${definitionPart(frozen)} select definition_id from definition`,
    tx,
  );
  if (kept === undefined) throw new Error('A run definition was not inserted');
  return kept.definition_id;
}

async function convert({ org_id, run_id, params, snapshot, log_text }: OldRun, tx: Sql) {
  const log = { run_id, org_id, log_text, log_end: log_text?.length ?? 0 };
  if (snapshot === null) return { ...log, definition_id: null, sent_values: null, sealed_values: null };
  const { definition, sentValues, sealedValues } = fromSnapshot(snapshot);
  return {
    ...log,
    definition_id: await keepDefinition(org_id, definition, tx),
    sent_values: sentValues === params ? null : sentValues,
    sealed_values: sealedValues?.toString('hex') ?? null,
  };
}

/** Small, so that nothing else that updates a run waits long. */
const RUNS_A_BATCH = 500;

/**
 * Converts the next runs of earlier versions: their snapshots into shared definitions, their logs into pieces. Returns
 * how many; 0 when none are left. Finished batches stay done, and any number of workers may run batches at once.
 */
export async function convertSomeRuns(): Promise<number> {
  return transaction(async (tx) => {
    const runs = await query(
      RUN,
      statement`select org_id, run_id, params, snapshot, log_text from run
       where snapshot is not null or log_text is not null
       order by run_id limit ${RUNS_A_BATCH} for update skip locked`,
      tx,
    );
    const converted = [];
    for (const run of runs) converted.push(await convert(run, tx));
    if (converted.length === 0) return 0;
    await query(
      { run_id: column.int },
      statement`with done as (
         select * from jsonb_to_recordset(${JSON.stringify(converted)}::text::jsonb) as done(run_id int, org_id text,
           log_text text, log_end int, definition_id int, sent_values text, sealed_values text)
       ), logged as (
         insert into run_log (org_id, run_id, start_offset, end_offset, text)
         select org_id, run_id, 0, log_end, log_text from done where log_text is not null
         on conflict do nothing
       )
       update run set definition_id = coalesce(run.definition_id, done.definition_id),
         sent_values = coalesce(run.sent_values, done.sent_values),
         sealed_values = coalesce(run.sealed_values, decode(done.sealed_values, 'hex')),
         snapshot = null, log_text = null
       from done where run.org_id = done.org_id and run.run_id = done.run_id
       returning run.run_id`,
      tx,
    );
    return converted.length;
  });
}
