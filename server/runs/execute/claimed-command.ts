import statement from 'sql-template-tag';
import { Recent } from '@/lib/base/memory/recent';
import { accessColumn } from '@/server/access/columns';
import { DROPDOWN_VERSION } from '@/server/access/command-form';
import { lastChanges } from '@/server/access/memory/last-changes';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { builtOnce, column, query, type RowOf } from '@/server/base/database/statements';
import { processWide } from '@/server/base/process-wide';
import { STORED_CREDENTIAL, storedCredentialShape } from '@/server/connections/open-credential';
import { APPROVAL_JOIN, RUN_DIGEST } from '@/server/runs/start/run-digest';

/** What a claimed run needs of its command, its connection, and the access of its person, as they are now. */
const CLAIMED_COMMAND = {
  run_id: column.int,
  as_of: column.text,
  is_copycat: column.boolean,
  definition: column.text.nullable(),
  command_version: column.int.nullable(),
  template_version: column.int,
  dropdown_version: column.int,
  role: accessColumn.role.nullable(),
  is_approval_void: column.boolean,
  template_id: column.int,
  sealed_headers: column.bytes.nullable(),
  ...storedCredentialShape,
};
export type ClaimedCommand = RowOf<typeof CLAIMED_COMMAND>;

/** The version of the command whose form the command `c` has. */
const COMMAND_VERSION = statement`(select configured.version from command configured
  where configured.org_id = c.org_id and configured.command_id = coalesce(c.follows_command_id, c.command_id))`;

/** Whether the run `r` needed approval, and would now do something other than what was approved. */
const IS_APPROVAL_VOID = statement`(a.approval_id is not null and (a.state <> 'granted'
  or ${COMMAND_VERSION} <> a.command_version or t.version <> a.template_version or k.version <> a.credential_version
  or access.role > a.asked_role or ar.digest <> ${RUN_DIGEST}))`;

// A run for the options of a dropdown needs the access of the engineer who linked it.
const commandsOf = builtOnce<number[]>(
  (
    mark,
  ) => statement`select r.run_id, ${lastChanges(statement`r.org_id`, statement`r.started_by_user_id`)} as as_of,
    c.follows_command_id is not null as is_copycat, d.content as definition, ${COMMAND_VERSION} as command_version,
    t.version as template_version, ${DROPDOWN_VERSION} as dropdown_version, access.role,
    coalesce(${IS_APPROVAL_VOID}, false) as is_approval_void, t.template_id, t.sealed_headers, ${STORED_CREDENTIAL}
  from run r
  join open_run o on o.org_id = r.org_id and o.run_id = r.run_id
  join template t on t.org_id = r.org_id and t.template_id = r.template_id
  left join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
  left join command c on c.org_id = r.org_id and c.command_id = r.command_id and c.deleted_at is null
  left join credential k on k.org_id = o.org_id and k.credential_id = o.credential_id and k.deleted_at is null
  ${APPROVAL_JOIN}
  left join dropdown_run options on options.org_id = r.org_id and options.run_id = r.run_id
  ${commandAccess(anyone(statement`coalesce(options.linked_by_user_id, r.started_by_user_id)`))}
  where r.run_id = any(${mark((runIds) => runIds)}::bigint[])`,
);

/** A run as it is claimed. */
interface Claimed {
  org_id: string;
  run_id: number;
  command_id: number;
  template_id: number;
  started_by_user_id: string;
  definition_id: number | null;
  credential_id: number;
  linked_by_user_id: string | null;
  is_approved: boolean;
  /** `lastChanges` of its organization and person as it was claimed. */
  as_of: string;
}

const MOST = 1000;
/** A larger definition, such as one with a script, is read each time: in characters. */
const LARGEST = 100_000;

const remembered = () => processWide('claimed commands', () => new Recent<ClaimedCommand>(MOST));

/** Runs with the same key differ in nothing that is loaded here; null for those that do. */
function keyOf(run: Claimed): string | null {
  if (run.is_approved || run.linked_by_user_id !== null || run.definition_id === null) return null;
  const { org_id, started_by_user_id, command_id, template_id, definition_id, credential_id } = run;
  return JSON.stringify([org_id, started_by_user_id, command_id, template_id, definition_id, credential_id]);
}

/**
 * Returns what runs that were just claimed need, by their ids. It is remembered until something changes (decision 0560),
 * so mostly it isn't read.
 */
export async function claimedCommands(
  runs: readonly Claimed[],
): Promise<ReadonlyMap<number, ClaimedCommand>> {
  const known = new Map<number, ClaimedCommand>();
  const unknown = new Map<number, string | null>();
  for (const run of runs) {
    const key = keyOf(run);
    const found = key === null ? undefined : remembered().get(key);
    if (found?.as_of === run.as_of) known.set(run.run_id, found);
    else unknown.set(run.run_id, key);
  }
  if (unknown.size === 0) return known;
  for (const row of await query(CLAIMED_COMMAND, commandsOf([...unknown.keys()]))) {
    const key = unknown.get(row.run_id) ?? null;
    if (key !== null && (row.definition?.length ?? 0) <= LARGEST) remembered().set(key, row);
    known.set(row.run_id, row);
  }
  return known;
}
