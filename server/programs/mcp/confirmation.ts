import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { paths } from '@/lib/base/paths';
import type { WarningTag } from '@/lib/settings/command-choices';
import { env } from '@/server/base/env';
import { toolName } from '@/server/programs/mcp/command-tool';
import { refusedCall } from '@/server/programs/mcp/result-content';
import type { IntendedRun } from '@/server/runs/confirmations/intended-run';

/** The key that a client returns under what its person did with the address. */
const RESPONSE = 'confirm';

/** Where a person confirms a run. */
export const confirmationUrl = (confirmationId: string): string =>
  env().appUrl + paths.confirmation(confirmationId);

const OPENS_ADDRESSES = z.looseObject({ elicitation: z.looseObject({ url: z.looseObject({}) }) });

/** Whether a client of the current protocol opens an address for its person (elicitation in URL mode). */
function opensAddresses({ mcpReq }: ServerContext): boolean {
  const declared = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {}));
  return OPENS_ADDRESSES.safeParse(declared.get(CLIENT_CAPABILITIES_META_KEY)).success;
}

/** The confirmation that a client comes back with after it has opened the address; null if it hasn't been asked to. */
export function returnedWith({ mcpReq }: ServerContext): string | null {
  const state: unknown = mcpReq.requestState();
  return typeof state === 'string' ? state : null;
}

/** Whether the person refused to open the address. That they opened it confirms nothing. */
export function isDeclinedThere({ mcpReq }: ServerContext): boolean {
  const response = inputResponse(mcpReq.inputResponses, RESPONSE);
  return response.kind === 'elicit' && response.action !== 'accept';
}

function effectOf(tag: WarningTag | null): string {
  if (tag === 'slows_db') return 'puts a heavy load on its database';
  return tag === 'safe' ? 'has a confirmation word' : 'may change data';
}

function whatIsAsked({ command, isDryRun }: IntendedRun): string {
  const effect = effectOf(command.form.template.warningTag);
  return isDryRun
    ? `A dry run executes "${command.name}", which ${effect}, and rolls it back`
    : `"${command.name}" ${effect}`;
}

/**
 * Leads the person to the page where they confirm a run: through a client that opens addresses, or else in words for the
 * model.
 */
export function leadToConfirmation(
  confirmationId: string,
  run: IntendedRun,
  context: ServerContext,
): CallToolResult | InputRequiredResult {
  const url = confirmationUrl(confirmationId);
  const what = whatIsAsked(run);
  if (opensAddresses(context)) {
    const message = `${what}. Pushboard shows you the values, and runs it once you confirm them there.`;
    return inputRequired({
      requestState: confirmationId,
      inputRequests: { [RESPONSE]: inputRequired.elicitUrl({ message, url }) },
    });
  }
  return withAddress(
    confirmationId,
    `Nothing was run yet: ${what}, so the person you work for has to confirm it in Pushboard, where they see the command and its values.
1. Show them this address now, as it is, and ask them to open it: ${url}
2. ${howToContinue(confirmationId, run)}`,
  );
}

/** For a call whose person hasn't answered yet, and may still do so. */
export const stillWaiting = (confirmationId: string, run: IntendedRun): CallToolResult =>
  withAddress(
    confirmationId,
    `Nothing was run yet: the person has not confirmed it at ${confirmationUrl(confirmationId)}. If they have not seen this address, show it to them. ${howToContinue(confirmationId, run)}`,
  );

const howToContinue = (code: string, { command, isDryRun }: IntendedRun): string =>
  `Then call confirm_run with command "${toolName(command)}", the same arguments,${isDryRun ? ' dry_run true,' : ''} and the code below. It waits for the person, and runs the command once they have confirmed. It works once, for ten minutes. You can't confirm for them.
Use this code: ${code}`;

const withAddress = (code: string, text: string): CallToolResult => ({
  ...refusedCall(text),
  structuredContent: { status: 'needs_confirmation', code, url: confirmationUrl(code) },
});
