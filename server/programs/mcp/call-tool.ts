import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '@/server/base/errors';
import { reportRefusal } from '@/server/http/serve';
import type { McpCaller } from '@/server/programs/mcp/caller';
import { type AskedRun, runOnceConfirmed } from '@/server/programs/mcp/confirmed-run';
import { describeCommand, searchCommands } from '@/server/programs/mcp/find-commands';
import { fixedArguments, isFixedTool } from '@/server/programs/mcp/fixed-tools';
import { readGiven } from '@/server/programs/mcp/given-arguments';
import { refusedCall } from '@/server/programs/mcp/result-content';
import { readStartedRun } from '@/server/programs/mcp/run-command';

type Outcome = CallToolResult | InputRequiredResult;

interface Call {
  caller: McpCaller;
  context: ServerContext;
}

/** Calls a tool. Whatever refuses the call is a result that the model can read: the same message that a page shows. */
export async function callTool(call: Call, name: string, given: unknown): Promise<Outcome> {
  try {
    return await dispatch(call, name, given ?? {});
  } catch (thrown) {
    const { actor, audit, log } = call.caller;
    const refusal = await reportRefusal(thrown, { actor, audit, log, orgId: null, name: 'callTool' });
    return refusedCall(refusal.message);
  }
}

function dispatch(call: Call, name: string, given: unknown): Promise<Outcome> {
  if (!isFixedTool(name)) {
    return run(call, { command: name, arguments: checked(z.record(z.string(), z.json()), given) });
  }
  switch (name) {
    case 'search_commands':
      return searchCommands(call.caller, checked(fixedArguments[name], readGiven(given)));
    case 'describe_command':
      return describeCommand(call.caller, checked(fixedArguments[name], readGiven(given)).command);
    case 'run_command':
      return run(call, checked(fixedArguments[name], readGiven(given)));
    case 'dry_run_command':
      return run(call, { ...checked(fixedArguments[name], readGiven(given)), isDryRun: true });
    case 'read_run':
      return readStartedRun(
        call.caller,
        call.context,
        checked(fixedArguments[name], readGiven(given)).run_id,
      );
    case 'confirm_run': {
      const { dry_run, ...confirmed } = checked(fixedArguments[name], readGiven(given));
      return run(call, { ...confirmed, isDryRun: dry_run === true });
    }
  }
}

const run = (
  { caller, context }: Call,
  asked: Pick<AskedRun, 'command' | 'arguments'> & Partial<AskedRun>,
): Promise<Outcome> => runOnceConfirmed(caller, context, { isDryRun: false, code: null, ...asked });

function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const words = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`,
  );
  throw new AppError('invalid', `The arguments are not valid. ${words.join('; ')}`);
}
