import { type ListToolsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { McpCaller } from '@/server/programs/mcp/caller';
import { toolOf } from '@/server/programs/mcp/command-tool';
import { type FixedTool, fixedTool } from '@/server/programs/mcp/fixed-tools';
import { listRunnable, mayRun, withForms } from '@/server/programs/mcp/runnable-commands';

/** With more commands than this, no client could hold a tool for each. */
export const MOST_COMMAND_TOOLS = 50;
const TOOLS_A_PAGE = 25;

/** The tools besides commands: how to find commands if there are many, and what to do after a run was started. */
function fixedToolsFor(caller: McpCaller, isMany: boolean): FixedTool[] {
  if (!mayRun(caller.actor)) return ['search_commands', 'describe_command', 'read_run'];
  return [
    ...(isMany ? (['search_commands', 'describe_command', 'run_command'] as const) : []),
    'dry_run_command',
    'read_run',
    // Also for tokens that run unasked: a command with a word needs a person.
    'confirm_run',
  ];
}

/**
 * Lists the caller's tools, a page at a time: one for each command, or, with more than fifty, tools that search, describe,
 * and run commands. Two queries, however many commands there are.
 */
export async function listTools(caller: McpCaller, cursor: string | undefined): Promise<ListToolsResult> {
  const afterId = afterOf(cursor);
  const { commands, found } = await listRunnable(caller.actor, { afterId, limit: MOST_COMMAND_TOOLS + 1 });
  const isMany = found > MOST_COMMAND_TOOLS;
  const hasCommandTools = mayRun(caller.actor) && !isMany;
  const fixed = afterId === 0 ? fixedToolsFor(caller, isMany).map(fixedTool) : [];
  if (!hasCommandTools) return { tools: fixed };
  const page = commands.slice(0, TOOLS_A_PAGE);
  const namesOrg =
    new Set(commands.map(({ orgId }) => orgId)).size > 1 || caller.actor.memberships.length > 1;
  const described = await withForms(page);
  const last = commands.length > page.length ? page.at(-1) : undefined;
  return {
    tools: [...fixed, ...described.map((command) => toolOf(command, namesOrg))],
    ...(last === undefined ? {} : { nextCursor: String(last.commandId) }),
  };
}

function afterOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const id = Number(cursor);
  if (/^[1-9]\d{0,9}$/.test(cursor) && id <= 2_147_483_647) return id;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is not valid. List the tools from the start.',
  );
}
