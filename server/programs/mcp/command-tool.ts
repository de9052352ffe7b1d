import type { Tool } from '@modelcontextprotocol/server';
import { asksFirst } from '@/lib/commands/warning-tag';
import type { WarningTag } from '@/lib/settings/command-choices';
import { argumentsSchema } from '@/lib/values/command-arguments';
import type { DescribedCommand } from '@/server/programs/mcp/runnable-commands';

/** Clients put their own name for the server in front, and models take 64 characters in all. */
const LONGEST_WORDS = 30;

/**
 * A tool's name: words of the command's name, for people, and its id, which alone decides. It stays valid when the
 * command is renamed.
 */
export function toolName({ commandId, name }: { commandId: number; name: string }): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, LONGEST_WORDS)
    .replace(/^_+|_+$/g, '');
  return `${words || 'command'}_${commandId}`;
}

/** The id of the command that a tool's name stands for; null if it isn't the name of a command's tool. */
export function commandIdOf(tool: string): number | null {
  const [, digits] = /^[a-z0-9_]+_([1-9]\d{0,9})$/.exec(tool) ?? [];
  const id = Number(digits);
  return Number.isInteger(id) && id <= 2_147_483_647 ? id : null;
}

/** What a warning tag says to clients. A command without a tag might change anything. */
export function annotationsOf(warningTag: WarningTag | null): {
  readOnlyHint: boolean;
  destructiveHint: boolean;
} {
  return {
    readOnlyHint: !asksFirst(warningTag),
    destructiveHint: asksFirst(warningTag) && warningTag !== 'creates_data',
  };
}

const WARNINGS: Readonly<Record<WarningTag, string>> = {
  safe: 'Changes nothing.',
  creates_data: 'Creates data.',
  updates_data: 'Changes data.',
  slows_db: 'Puts a heavy load on its database.',
};

/** The facts that a person sees around the form. */
export function descriptionOf(command: DescribedCommand, namesOrg: boolean): string {
  const { description, folderName, orgName, form } = command;
  const { warningTag } = form.template;
  const place = [namesOrg ? orgName : null, folderName].filter((part) => part !== null).join(' / ');
  return [
    description ?? `Runs the command "${command.name}" in Pushboard.`,
    warningTag === null ? 'May change data.' : WARNINGS[warningTag],
    ...(place === '' ? [] : [`In ${place}.`]),
  ].join('\n');
}

/** A command as a tool: its form is the schema of the tool's arguments. */
export function toolOf(command: DescribedCommand, namesOrg: boolean): Tool {
  return {
    name: toolName(command),
    title: command.name,
    description: descriptionOf(command, namesOrg),
    inputSchema: argumentsSchema(command.form.inputs) as Tool['inputSchema'],
    annotations: { title: command.name, ...annotationsOf(command.form.template.warningTag) },
  };
}
