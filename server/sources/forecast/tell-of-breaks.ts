import statement from 'sql-template-tag';
import { paths } from '@/lib/base/paths';
import { PLACED_COLUMNS, PLACED_COMMAND } from '@/server/access/people/people';
import { peopleOfCommands } from '@/server/access/people/people-of-commands';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { KnownBreak } from '@/server/dependents/expected-breaks';
import type { Mail } from '@/server/messages/content';
import { absolute, loadMailOrg, type MailOrg } from '@/server/messages/links';
import { notify } from '@/server/messages/notify';
import { queueMail } from '@/server/messages/queue-mail';

/** More people than this aren't sent a message each; all of them see it in Pushboard. */
const MOST_MAILED = 10;
/** More than these are counted in a message, and listed in Pushboard. */
const MOST_SAID = 20;

interface Told {
  orgId: string;
  credentialId: number;
  /** Those that nobody has been told of. */
  breaks: readonly KnownBreak[];
}

interface Engineer {
  userId: string;
  name: string;
  email: string | null;
  breaks: KnownBreak[];
}

/** Tells the engineers of commands what the next sync would break of them, each once for all of it, by bell and mail. */
export async function tellOfBreaks(tx: Sql, { orgId, credentialId, breaks }: Told): Promise<void> {
  if (breaks.length === 0) return;
  const engineers = await engineersOf(tx, orgId, breaks);
  for (const { userId, breaks: own } of engineers) {
    const [commandId, ...others] = new Set(own.map((each) => each.commandId));
    if (commandId === undefined) continue;
    const about = { commandId, otherCount: others.length };
    await notify(tx, { orgId, userIds: [userId], kind: 'breaks_expected', actorUserId: null, ...about });
  }
  const org = await loadMailOrg(tx, orgId);
  const connection = await nameOf(tx, orgId, credentialId);
  for (const { userId, name, email, breaks: own } of engineers.filter(isMailed).slice(0, MOST_MAILED)) {
    const sender = { kind: 'person' as const, userId, name: '', email: null, memberships: [] };
    const to = { userId, name, email };
    await queueMail(tx, orgId, sender, to, 'error', mailOf(org, connection, own));
  }
}

const isMailed = (engineer: Engineer): engineer is Engineer & { email: string } => engineer.email !== null;

async function engineersOf(tx: Sql, orgId: string, breaks: readonly KnownBreak[]): Promise<Engineer[]> {
  const commandIds = [...new Set(breaks.map(({ commandId }) => commandId))];
  const commands = await query(
    PLACED_COMMAND,
    statement`select ${PLACED_COLUMNS} from command c
      where c.org_id = ${orgId} and c.command_id = any(${commandIds}::int[]) and c.deleted_at is null
      order by lower(c.name), c.command_id`,
    tx,
  );
  const people = await peopleOfCommands(commands, tx);
  const engineers = new Map<string, Engineer>();
  for (const { command_id } of commands) {
    const ofCommand = breaks.filter(({ commandId }) => commandId === command_id);
    for (const { userId, name, email, role } of people.get(command_id)?.people ?? []) {
      if (role !== 'admin') continue;
      const engineer = engineers.get(userId) ?? { userId, name, email, breaks: [] };
      engineers.set(userId, engineer);
      engineer.breaks.push(...ofCommand);
    }
  }
  return [...engineers.values()];
}

async function nameOf(tx: Sql, orgId: string, credentialId: number): Promise<string> {
  const [row] = await query(
    { name: column.text },
    statement`select name from credential where org_id = ${orgId} and credential_id = ${credentialId}`,
    tx,
  );
  return row?.name ?? '';
}

function mailOf(org: MailOrg, connection: string, breaks: readonly KnownBreak[]): Mail {
  const things = breaks.length === 1 ? '1 thing' : `${breaks.length.toLocaleString('en-US')} things`;
  const said = breaks.slice(0, MOST_SAID).map(({ words }) => words);
  const more = breaks.length - said.length;
  return {
    subject: `The next sync of ${connection} would break ${things}`,
    content: {
      paragraphs: [
        `The source of “${connection}” in ${org.name} has changed. Nothing is synced yet. A sync would break ${things} of the commands that you configure:`,
        ...said,
        ...(more > 0 ? [`And ${more.toLocaleString('en-US')} more.`] : []),
      ],
      note: null,
      link: { label: 'See what needs attention', url: absolute(paths.needsAttention(org.slug)) },
      closing: 'You get this because you configure these commands.',
      replyTo: null,
    },
  };
}
