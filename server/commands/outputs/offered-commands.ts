import statement from 'sql-template-tag';
import type {
  listCommandsWithInputs as listWithInputsOperation,
  listCommandsWithOutputs as listWithOutputsOperation,
  readCommandWithInputs as readWithInputsOperation,
  readCommandWithOutputs as readWithOutputsOperation,
} from '@/lib/contract/command/outputs';
import type { ResponseOf } from '@/lib/contract/operation';
import { withChoices } from '@/lib/inputs/choices/choices';
import { hasPrefilledDefault } from '@/lib/inputs/form-inputs';
import type { Input } from '@/lib/inputs/input';
import { warningTag } from '@/lib/settings/command-choices';
import { openInputs } from '@/lib/values/command-arguments';
import { INPUTS_JSON } from '@/server/access/command-form';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { listCommands, readCommandSummary } from '@/server/commands/command/list-commands';
import type { CommandSummary } from '@/server/commands/command/summary';
import { columnsOf, fieldsOf, loadOutputs, type OutputRow } from '@/server/commands/outputs/list-outputs';
import type { Context } from '@/server/operations/context';

type WithOutputs = ResponseOf<typeof readWithOutputsOperation>;
type WithInputs = ResponseOf<typeof readWithInputsOperation>;
type ListContext = Pick<Context<typeof listWithOutputsOperation>, 'actor' | 'subject' | 'query'>;

/** What is private, hidden, a copycat, or runs by itself is not offered ("anchored" commands are the startup ones). */
const OFFERED = ['visibility~:justme', 'is_hidden:false', 'anchor_run_on_startup:false'];

/** The commands of the organization that a caller may choose as the other end of a dropdown or a decoration. */
async function listOffered({ actor, subject, query: wanted }: ListContext): Promise<CommandSummary[]> {
  const { sortDesc, ...others } = wanted;
  const isByView = sortDesc === 'last_viewed';
  const listed = await listCommands({
    actor,
    subject,
    query: {
      ...others,
      ...(isByView || sortDesc === undefined ? {} : { sortDesc }),
      filter: [...(wanted.filter ?? []), ...OFFERED],
      people: 'brief',
    },
  });
  const commands = listed.filter(
    ({ hasAccess, orgId, isCopycat }) => hasAccess && orgId === subject.orgId && !isCopycat,
  );
  return isByView ? byLastView(commands, subject.orgId, actor.userId) : commands;
}

async function byLastView(commands: CommandSummary[], orgId: string, userId: string) {
  const views = await query(
    { command_id: column.int, last_viewed_at: column.time },
    statement`select command_id, last_viewed_at from recent_command where org_id = ${orgId} and user_id = ${userId}`,
  );
  const viewedAt = new Map(views.map((view) => [view.command_id, view.last_viewed_at.getTime()]));
  const at = ({ commandId }: CommandSummary) => viewedAt.get(commandId) ?? 0;
  return [...commands].sort((a, b) => at(b) - at(a));
}

const idsOf = (commands: readonly CommandSummary[]): number[] => commands.map(({ commandId }) => commandId);

/** Without which it can't run for options: required, and neither given by the command itself nor filled in at first. */
const requiredKeysOf = (inputs: readonly Input[]): string[] =>
  openInputs(inputs)
    .filter((input) => input.defaultAmbiguousInput === 'required' && !hasPrefilledDefault(input))
    .map(({ key }) => key);

async function withOutputs(orgId: string, commands: CommandSummary[]): Promise<WithOutputs[]> {
  const byCommand = new Map<number, OutputRow[]>(commands.map(({ commandId }) => [commandId, []]));
  const [forms, outputs] = await Promise.all([
    formsOf(orgId, commands),
    loadOutputs(orgId, [...byCommand.keys()]),
  ]);
  for (const row of outputs) byCommand.get(row.command_id)?.push(row);
  return commands.map((command) => {
    const rows = byCommand.get(command.commandId) ?? [];
    const form = forms.get(command.commandId);
    return {
      ...command,
      warningTag: form?.warningTag ?? null,
      requiredKeys: requiredKeysOf(form?.inputs ?? []),
      columns: columnsOf(rows),
      fields: fieldsOf(rows),
    };
  });
}

async function formsOf(orgId: string, commands: readonly CommandSummary[]) {
  const rows = await query(
    {
      command_id: column.int,
      warning_tag: warningTag.nullable(),
      inputs: column.json<Input[] | null>(),
    },
    statement`select c.command_id, t.warning_tag, ${INPUTS_JSON} as inputs
      from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
      where c.org_id = ${orgId} and c.command_id = any(${idsOf(commands)}::int[])`,
  );
  return new Map(
    rows.map(({ command_id, warning_tag, inputs }) => [
      command_id,
      { warningTag: warning_tag, inputs: (inputs ?? []).map(withChoices) },
    ]),
  );
}

async function withInputs(orgId: string, commands: CommandSummary[]): Promise<WithInputs[]> {
  const forms = await formsOf(orgId, commands);
  return commands.map((command) => {
    const { inputs } = forms.get(command.commandId) ?? { inputs: [] };
    return { ...command, inputs: inputs.filter(({ hidden }) => command.role === 'admin' || !hidden) };
  });
}

export const listCommandsWithOutputs = async (context: Context<typeof listWithOutputsOperation>) =>
  withOutputs(context.subject.orgId, await listOffered(context));

export const listCommandsWithInputs = async (context: Context<typeof listWithInputsOperation>) =>
  withInputs(context.subject.orgId, await listOffered(context));

export async function readCommandWithOutputs(
  context: Context<typeof readWithOutputsOperation>,
): Promise<WithOutputs> {
  const summary = await readCommandSummary(context);
  const [found] = await withOutputs(summary.orgId, [summary]);
  if (found === undefined) throw notFound();
  return found;
}

export async function readCommandWithInputs(
  context: Context<typeof readWithInputsOperation>,
): Promise<WithInputs> {
  const { subject } = context;
  const summary = await readCommandSummary(context);
  const { inputs = [] } = (await withInputs(subject.orgId, [summary]))[0] ?? {};
  return { ...summary, inputs };
}
