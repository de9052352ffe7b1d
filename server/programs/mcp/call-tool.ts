import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { WarningTag } from '@/lib/settings/command-settings';
import { valuesOfArguments } from '@/lib/values/command-arguments';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { AppError, forbidden } from '@/server/base/errors';
import { reportRefusal } from '@/server/http/serve';
import { variablesFor } from '@/server/people/variables/variables';
import { type McpCaller, runsUnasked } from '@/server/programs/mcp/caller';
import { annotationsOf, toolName } from '@/server/programs/mcp/command-tool';
import {
  type Asked,
  askThrough,
  canAsk,
  codeFor,
  isCodeFor,
  responseTo,
} from '@/server/programs/mcp/confirmation';
import { commandUrl, describeCommand, knownId, searchCommands } from '@/server/programs/mcp/find-commands';
import { fixedArguments, isFixedTool } from '@/server/programs/mcp/fixed-tools';
import type { Era } from '@/server/programs/mcp/list-tools';
import { refusedCall } from '@/server/programs/mcp/result-content';
import { loadToRun, readStartedRun, runCommand } from '@/server/programs/mcp/run-command';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';

type Outcome = CallToolResult | InputRequiredResult;

interface Call {
  caller: McpCaller;
  context: ServerContext;
  era: Era;
}

type Arguments = Readonly<Record<string, JsonValue>>;

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
    return start(call, { command: name, values: checked(z.record(z.string(), z.json()), given) });
  }
  switch (name) {
    case 'search_commands':
      return searchCommands(call.caller, checked(fixedArguments[name], given));
    case 'describe_command':
      return describeCommand(call.caller, checked(fixedArguments[name], given).command);
    case 'run_command': {
      const { command, arguments: values } = checked(fixedArguments[name], given);
      return start(call, { command, values });
    }
    case 'dry_run_command': {
      const { command, arguments: values } = checked(fixedArguments[name], given);
      return start(call, { command, values, isDryRun: true });
    }
    case 'read_run':
      return readStartedRun(call.caller, call.context, checked(fixedArguments[name], given).run_id);
    case 'confirm_run': {
      const { command, arguments: values, dry_run, ...agreed } = checked(fixedArguments[name], given);
      return start(call, { command, values, isDryRun: dry_run === true, agreed });
    }
  }
}

function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const words = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`,
  );
  throw new AppError('invalid', `The arguments are not valid. ${words.join('; ')}`);
}

interface Start {
  command: string;
  values: Arguments;
  /** Whether it is rolled back. */
  isDryRun?: boolean;
  /** Null where nobody was asked yet. */
  agreed?: Agreed | null;
}

/** Runs a command, once a person has confirmed it where that is needed: for a dry run, too, which can leave traces. */
async function start(
  call: Call,
  { command, values: given, isDryRun = false, agreed = null }: Start,
): Promise<Outcome> {
  const { caller, context } = call;
  const subject = await loadToRun(caller, knownId(command));
  const { warningTag } = subject.form.template;
  const { confirmationWord: word } = subject.form.command;
  const asked = { commandId: subject.commandId, arguments: given, isDryRun, word };
  // A word is for a person to type, whatever the token allows.
  if (word !== null || (!annotationsOf(warningTag).readOnlyHint && !runsUnasked(caller))) {
    if (agreed !== null) {
      if (!(await isCodeFor(agreed.code, asked, context))) throw badCode();
      refuseUnconfirmed(subject, agreed.confirmation);
    } else {
      const outcome = await confirm(call, subject, asked);
      if (outcome !== 'confirmed') return outcome;
    }
  }
  const { inputs } = subject.form;
  const variables = await variablesFor(caller.actor, subject.orgId, inputs);
  const values = valuesOfArguments(inputs, given, variables);
  return runCommand(caller, context, subject, values, { confirmation: word, isDryRun });
}

/** What a client of an earlier protocol says its person agreed to. */
interface Agreed {
  code: string;
  confirmation?: string | undefined;
}

const badCode = () =>
  forbidden(
    'This code is not valid for this command with these arguments, or it is older than ten minutes. Call the command again to get a new one.',
  );

function effectOf(tag: WarningTag | null): string {
  if (tag === 'slows_db') return 'puts a heavy load on its database';
  return tag === 'safe' ? 'asks for confirmation' : 'may change data';
}

async function confirm(
  { context, era }: Call,
  subject: RunnableSubject,
  asked: Asked,
): Promise<'confirmed' | Outcome> {
  const effect = effectOf(subject.form.template.warningTag);
  const what = asked.isDryRun
    ? `A dry run executes "${subject.name}", which ${effect}, and rolls it back`
    : `"${subject.name}" ${effect}`;
  if (era === 'legacy') {
    const code = await codeFor(asked, context);
    const steps = `Show the person the command and these arguments, and ask whether to run it. ${asked.word === null ? 'If they agree' : `Ask them to type “${asked.word}”. If they do, send what they typed as confirmation, and`} call confirm_run with command "${toolName(subject)}", the same arguments,${asked.isDryRun ? ' dry_run true,' : ''} and this code: ${code}`;
    return refusedCall(`Nothing was run yet: ${what}.\n${steps}`);
  }
  const response = responseTo(asked, context);
  if (response === 'confirmed') return 'confirmed';
  if (response === 'declined') return refusedCall(`Not confirmed. "${subject.name}" was not run.`);
  if (canAsk(context))
    return askThrough(
      asked,
      asked.word === null ? `${what}. Run it?` : `${what}. Type “${asked.word}” to run it.`,
      context,
    );
  throw forbidden(
    `${what}, and this program can't ask a person to confirm it. Run it in Pushboard, or use a token that may run commands without asking: ${commandUrl(subject)}`,
  );
}
