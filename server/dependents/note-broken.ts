import statement from 'sql-template-tag';
import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { brokenRules } from '@/server/dependents/broken-rules';
import { tellKeepers } from '@/server/dependents/tell-keepers';
import type { Mail } from '@/server/messages/content';
import { absolute, commandPath, type MailOrg, subjectIn } from '@/server/messages/links';

interface Changed {
  orgId: string;
  /** The commands that may have become broken, or sound again. */
  of: { templateId: number } | { commandId: number };
  audit: AuditSource;
}

/**
 * Notes which commands have conditions or checks that can't be followed, after a change of their inputs or rules and in
 * its transaction. The engineers of each one that became broken are told, once until it is fixed.
 */
export async function noteBroken(tx: Sql, { orgId, of, audit }: Changed): Promise<void> {
  const which =
    'templateId' in of
      ? statement`c.template_id = ${of.templateId}`
      : statement`c.command_id = ${of.commandId}`;
  const changed = await query(
    { command_id: column.int, name: column.text, rules: column.json<string[] | null>() },
    statement`with broken as (
        select command_id, json_agg(distinct name || ' → ' || missing) as rules
        from (${brokenRules(statement`c.org_id = ${orgId} and ${which} and c.deleted_at is null`)}) rule group by 1
      )
      update command c set broken_since = case when broken.command_id is null then null else now() end
      from command known left join broken on broken.command_id = known.command_id
      where c.org_id = ${orgId} and ${which} and known.command_id = c.command_id
        and (c.broken_since is null) <> (broken.command_id is null)
      returning c.command_id, c.name, broken.rules`,
    tx,
  );
  for (const { command_id: commandId, name, rules } of changed) {
    if (rules === null) continue;
    await tellKeepers(tx, {
      orgId,
      commandId,
      kind: 'command_broken',
      ownerUserId: null,
      actorUserId: audit.actorUserId,
      mail: (org) => brokenMail(org, { commandId, name, rules }),
    });
  }
}

function brokenMail(
  org: MailOrg,
  { commandId, name, rules }: { commandId: number; name: string; rules: readonly string[] },
): Mail {
  return {
    subject: subjectIn(org, name, 'can’t be run'),
    content: {
      paragraphs: [
        `“${name}” in ${org.name} can’t be run: its conditions or checks name inputs that it no longer has, or that nobody sees.`,
        `What to fix: ${rules.join(', ')}.`,
      ],
      note: null,
      link: {
        label: 'Fix it',
        url: absolute(`${commandPath(org, commandId)}&panel=configure:${commandId}&configure-tab=inputs`),
      },
      closing: 'You get this because you configure this command.',
      replyTo: null,
    },
  };
}
