import { ApiError } from '@/lib/client/api-client';
import { readCommand } from '@/lib/contract/command/command';
import { listMyOrgs, readMe } from '@/lib/contract/people/people';
import { readRunSummary } from '@/lib/contract/runs/history';
import { cancelRun, readRun } from '@/lib/contract/runs/runs';
import { editableInputs } from '@/lib/inputs/form-inputs';
import type { Input } from '@/lib/inputs/input';
import { hasEnded, statusLabel, WAITING_FOR_APPROVAL } from '@/lib/runs/run-status';
import { zonedTime } from '@/lib/runs/run-times';
import type { Api } from '../api';
import { type Arguments, refuseOtherFlags, textFlag } from '../arguments';
import { whatItAsks } from '../confirm';
import { CliError, type ExitCode, exitCodes, misused } from '../exit';
import { findCommand, findCommands } from '../find-command';
import type { EndedRun } from '../follow';
import { asResponse, print, printJson } from '../print';
import { CHOOSING, chosenRows } from '../results/chosen-rows';
import { saveResult } from '../results/download';
import { exitCodeOf, failureText, resultText, waitingText } from '../results/show-run';
import { printable, tableText } from '../table';
import { flagsOf } from '../values';
import { RUN_OPTIONS } from './run-options';

const width = (): number | null => process.stdout.columns ?? null;

/** Who the token acts as. */
export async function whoami(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['json', 'url']);
  const me = await api.call(readMe, {});
  if (me === null) throw new CliError(exitCodes.refused, `The token is not valid at ${api.url}.`);
  const orgs = await api.call(listMyOrgs, {});
  if (line.flags.has('json')) printJson({ ...asResponse(readMe, me), orgs: asResponse(listMyOrgs, orgs) });
  else
    print(
      `${me.name}${me.email === null ? '' : ` <${me.email}>`} at ${api.url}\n${orgs.map(({ name, role }) => `  ${name} (${role})`).join('\n')}`,
    );
  return exitCodes.success;
}

/** The commands that can be run, or those with some words in their name, folder, or description. */
export async function list(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'json', 'url']);
  const words = line.words.slice(1).map((word) => word.toLowerCase());
  const found = (await findCommands(api, textFlag(line, 'org'))).filter(
    ({ name, folderName, description }) => {
      const text = `${name} ${folderName ?? ''} ${description ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    },
  );
  found.sort((one, other) => one.name.localeCompare(other.name));
  if (line.flags.has('json')) {
    printJson(
      found.map(({ commandId, name, description, folderName, orgSlug }) => ({
        id: commandId,
        name,
        description,
        folder: folderName,
        organization: orgSlug,
      })),
    );
    return exitCodes.success;
  }
  if (found.length === 0) {
    process.stderr.write(words.length > 0 ? 'No commands match.\n' : 'You have no commands yet.\n');
    return exitCodes.success;
  }
  const hasOrgs = new Set(found.map(({ orgSlug }) => orgSlug)).size > 1;
  print(
    tableText(
      ['ID', 'Command', 'Folder', ...(hasOrgs ? ['Organization'] : []), 'Description'],
      found.map(({ commandId, name, folderName, orgSlug, description }) => [
        String(commandId),
        name,
        folderName ?? '',
        ...(hasOrgs ? [orgSlug] : []),
        description ?? '',
      ]),
      width(),
    ),
  );
  return exitCodes.success;
}

/** A command with its inputs, and the flags that set them. */
export async function describe(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'json', 'url']);
  const found = await findCommand(api, nameIn(line), textFlag(line, 'org'));
  const command = await api.call(readCommand, { params: { orgId: found.orgId, kitId: found.commandId } });
  const inputs = editableInputs(command.template.inputs);
  if (line.flags.has('json')) {
    printJson({
      id: command.commandId,
      name: command.name,
      description: command.description,
      warning: command.template.warningTag,
      needs_approval: command.needsApproval,
      asks_for_word: command.confirmationWord !== null,
      inputs: inputs.map((input) => ({
        key: input.key,
        name: input.displayName,
        type: input.type.typeId,
        required: isRequired(input),
        default: input.defaultValue,
        options: input.type.options,
        help: input.note,
      })),
    });
    return exitCodes.success;
  }
  const about = [
    `${command.name} (${command.commandId})`,
    command.description ?? '',
    ...whatItAsks(command, command.template.warningTag),
  ].filter((part) => part !== '');
  print(printable(about.join('\n')));
  if (inputs.length === 0) {
    print('\nNo inputs.');
    return exitCodes.success;
  }
  const flags = flagsOf(inputs, RUN_OPTIONS);
  const rows = inputs.map((input) => [
    `--${flags.get(input.key)}`,
    typeText(input),
    needText(input),
    input.note ?? '',
  ]);
  print(`\n${tableText(['Input', 'Type', '', 'Help'], rows, width())}`);
  return exitCodes.success;
}

const isRequired = ({ defaultAmbiguousInput, useDefaultValue }: Input): boolean =>
  defaultAmbiguousInput === 'required' && useDefaultValue !== true;

function needText(input: Input): string {
  if (isRequired(input)) return 'required';
  const { defaultValue, defaultExpression } = input;
  if (defaultExpression !== null) return `default ${defaultExpression}`;
  return defaultValue === null ? '' : `default ${JSON.stringify(defaultValue)}`;
}

const typeText = ({ type }: Input): string =>
  type.options === null ? type.typeId : type.options.slice(0, 8).join(' | ');

/** A run with the beginning of its result. */
export async function show(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'json', 'url']);
  const run = await findRun(api, line);
  if (line.flags.has('json')) {
    printJson(asResponse(readRun, run));
    return exitCodes.success;
  }
  const { word } =
    run.approval?.state === 'waiting' ? WAITING_FOR_APPROVAL : statusLabel(run.status, run.endReason);
  print(
    printable(
      `Run ${run.runId} of ${run.name}: ${word}, ${run.userName}, ${zonedTime(run.startedAt ?? run.createdAt)}`,
    ),
  );
  if (run.approval?.state === 'waiting') print(`\n${waitingText(run.approval)}`);
  const failure = hasEnded(run.status) ? failureText(run) : null;
  const text = failure ?? resultText(run, width());
  if (text !== null) print(`\n${text}`);
  return hasEnded(run.status) ? exitCodeOf(run) : exitCodes.success;
}

/** The whole result of a run, or some rows and columns of it. */
export async function download(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'format', 'output', 'json', 'url', ...CHOOSING]);
  const format = line.flags.has('json') ? 'json' : textFlag(line, 'format');
  const run = await findRun(api, line);
  await saveResult(api, run, format, textFlag(line, 'output'), chosenRows(line, run));
  return exitCodes.success;
}

/** Asks a run to stop. */
export async function cancel(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'json', 'url']);
  const { orgId, commandId, runId } = await findRun(api, line);
  const { status } = await api.call(cancelRun, { params: { orgId, kitId: commandId, runId } });
  if (line.flags.has('json')) {
    printJson({ run_id: runId, status });
    return exitCodes.success;
  }
  // One that didn't start yet ends at once; one that had ended before is refused.
  print(hasEnded(status) ? `Run ${runId} was canceled.` : `Run ${runId} is being canceled.`);
  return exitCodes.success;
}

function nameIn({ words }: Arguments): string {
  const [action, name] = words;
  if (name === undefined) throw misused(`Say which one: pushboard ${action} …`);
  return name;
}

/** A run by its id, in the organizations of the person. */
async function findRun(api: Api, line: Arguments): Promise<EndedRun> {
  const text = nameIn(line);
  if (!/^\d{1,10}$/.test(text)) throw misused(`“${text}” is not the number of a run.`);
  const runId = Number(text);
  const wanted = textFlag(line, 'org');
  for (const { orgId, slugs, name } of await api.call(listMyOrgs, {})) {
    const isMeant = wanted === undefined || [orgId, name, ...slugs.map(({ slug }) => slug)].includes(wanted);
    if (!isMeant) continue;
    const summary = await api.call(readRunSummary, { params: { orgId, runId } }).catch(unlessHidden);
    if (summary === null) continue;
    return api.call(readRun, { params: { orgId, kitId: summary.commandId, runId }, query: {} });
  }
  throw new CliError(exitCodes.refused, `Run ${runId} can't be found.`);
}

/** A run of another organization can't be found in this one; any other refusal is one. */
function unlessHidden(error: unknown): null {
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null;
  throw error;
}
