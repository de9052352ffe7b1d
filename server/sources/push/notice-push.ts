import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { PLACED_COLUMNS, PLACED_COMMAND } from '@/server/access/people/people';
import { peopleOfCommands } from '@/server/access/people/people-of-commands';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { markSourceChanges } from '@/server/commands/template/source-changes';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { Push } from '@/server/connectors/things';
import type { PushReader } from '@/server/connectors/types';
import { notify } from '@/server/messages/notify';
import { lookSoon } from '@/server/sources/forecast/look-soon';

interface Noticed {
  orgId: string;
  credentialId: number;
  push: Push;
  filesOf: PushReader['filesOf'];
  /** What the source calls the delivery, and the signature that it came with. */
  delivery: { key: string; signature: string };
  audit: AuditSource;
}

/**
 * Marks the templates whose files were pushed, or all of the connection if the source doesn't name all files, and tells
 * the engineers of their commands. A delivery that came before changes nothing.
 */
export async function noticePush({
  orgId,
  credentialId,
  push,
  filesOf,
  delivery,
  audit,
}: Noticed): Promise<void> {
  const templateIds = await changedTemplates(orgId, credentialId, push.files, filesOf);
  const told = await engineersToTell(orgId, templateIds);
  await transaction(async (tx) => {
    const isNew = await query(
      { delivery_key: column.text },
      statement`insert into push_delivery (credential_id, delivery_key, signature)
        select credential_id, ${delivery.key}::text, ${delivery.signature}::text from push_webhook
        where org_id = ${orgId} and credential_id = ${credentialId}
        on conflict do nothing returning delivery_key`,
      tx,
    );
    if (isNew.length === 0) return;
    await execute(
      statement`update push_webhook set last_push_at = now(), last_push_commit = ${push.commit}
        where org_id = ${orgId} and credential_id = ${credentialId}`,
      tx,
    );
    if (templateIds.length === 0) return;
    await lookSoon(orgId, credentialId, tx);
    await markSourceChanges(tx, orgId, templateIds, push.files !== null);
    for (const { userIds, ...about } of told)
      await notify(tx, { orgId, userIds, kind: 'source_changed', actorUserId: null, ...about });
    await recordAudit(tx, audit, {
      orgId,
      action: 'credential.push',
      subjectType: 'credential',
      subjectId: String(credentialId),
      after: { commit: push.commit, ol_ids: templateIds, is_certain: push.files !== null },
    });
  });
}

/** The templates with commands that were read from one of the files. */
async function changedTemplates(
  orgId: string,
  credentialId: number,
  files: Push['files'],
  filesOf: PushReader['filesOf'],
): Promise<number[]> {
  const rows = await query(
    { template_id: column.int, executable: column.json<JsonValue>() },
    statement`select t.template_id, t.executable from template t
      where t.org_id = ${orgId} and t.credential_id = ${credentialId} and t.deleted_at is null and exists (
        select from command c
        where c.org_id = t.org_id and c.template_id = t.template_id and c.deleted_at is null)
      order by t.template_id`,
  );
  return rows
    .filter(({ executable }) => files === null || isAmong(files, executable, filesOf))
    .map((row) => row.template_id);
}

/** What another version of Pushboard stored, and this one can't read, has to be synced anyway. */
function isAmong(files: ReadonlySet<string>, executable: JsonValue, filesOf: PushReader['filesOf']): boolean {
  try {
    return [...filesOf(executable)].some((file) => files.has(file));
  } catch (error) {
    if (error instanceof ConnectorError) return true;
    throw error;
  }
}

interface Told {
  userIds: string[];
  /** The first of their commands by name, and how many more there are. */
  commandId: number;
  otherCount: number;
}

/** The engineers of the commands that are made of templates, by what they are told. */
async function engineersToTell(orgId: string, templateIds: readonly number[]): Promise<Told[]> {
  const commands = await query(
    PLACED_COMMAND,
    statement`select ${PLACED_COLUMNS} from command c
      where c.org_id = ${orgId} and c.template_id = any(${[...templateIds]}::int[]) and c.deleted_at is null
        and c.follows_command_id is null
      order by lower(c.name), c.command_id`,
  );
  const people = await peopleOfCommands(commands);
  const ofPerson = new Map<string, number[]>();
  for (const { command_id } of commands)
    for (const { userId, role } of people.get(command_id)?.people ?? [])
      if (role === 'admin') ofPerson.set(userId, [...(ofPerson.get(userId) ?? []), command_id]);
  const told = new Map<string, Told>();
  for (const [userId, [commandId = 0, ...others]] of ofPerson) {
    const otherCount = others.length;
    const same = told.get(`${commandId} ${otherCount}`);
    if (same === undefined)
      told.set(`${commandId} ${otherCount}`, { userIds: [userId], commandId, otherCount });
    else same.userIds.push(userId);
  }
  return [...told.values()];
}
