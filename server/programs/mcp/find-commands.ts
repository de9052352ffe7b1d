import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { paths } from '@/lib/base/paths';
import { ONLY_SOME_WORDS } from '@/lib/commands/some-words';
import { env } from '@/server/base/env';
import { notFound } from '@/server/base/errors';
import type { McpCaller } from '@/server/programs/mcp/caller';
import { commandIdOf, descriptionOf, toolName, toolOf } from '@/server/programs/mcp/command-tool';
import type { fixedArguments } from '@/server/programs/mcp/fixed-tools';
import { listRunnable, withForms } from '@/server/programs/mcp/runnable-commands';

const COMMANDS_A_PAGE = 25;

/** The id in a command's name. Throws 404 for any other text. */
export function knownId(command: string): number {
  const id = commandIdOf(command);
  if (id === null) throw notFound();
  return id;
}

/** A command's page in the browser; an organization's id leads there as its slug does. */
export const commandUrl = ({ orgId, commandId }: { orgId: string; commandId: number }): string =>
  env().appUrl + paths.builder(orgId, commandId);

/** Finds the caller's commands that hold all of the words, or else the most of them. */
export async function searchCommands(
  { actor }: McpCaller,
  { query, after }: z.output<typeof fixedArguments.search_commands>,
): Promise<CallToolResult> {
  const words = query.split(/\s+/).filter((word) => word !== '');
  const { commands, found, hasAllWords } = await listRunnable(actor, {
    words,
    afterId: after,
    limit: COMMANDS_A_PAGE,
  });
  const described = await withForms(commands);
  const last = found > commands.length ? commands.at(-1)?.commandId : undefined;
  return structured({
    commands: described.map((command) => ({
      command: toolName(command),
      title: command.name,
      description: descriptionOf(command, actor.memberships.length > 1),
    })),
    found,
    ...(hasAllWords ? {} : { note: ONLY_SOME_WORDS }),
    ...(last === undefined ? {} : { next_after: last }),
  });
}

/** Describes a command of the caller as its tool would. Throws 404 for any other. */
export async function describeCommand({ actor }: McpCaller, command: string): Promise<CallToolResult> {
  const commandId = knownId(command);
  const { commands } = await listRunnable(actor, { afterId: commandId - 1, limit: 1 });
  const [described] = await withForms(commands.filter((each) => each.commandId === commandId));
  if (described === undefined) throw notFound();
  const { name, title, description, inputSchema, annotations } = toolOf(described, true);
  return structured({
    command: name,
    title: title ?? name,
    description: description ?? '',
    arguments: inputSchema as JsonValue,
    changes_data: annotations?.readOnlyHint !== true,
    url: commandUrl(described),
  });
}

const structured = (content: Record<string, JsonValue>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(content) }],
  structuredContent: content,
});
