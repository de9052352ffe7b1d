import { operationUrl } from '@/lib/api-client';
import { runAndWait } from '@/lib/contract/runs';
import type { InputValues } from '@/lib/inputs/input';
import type { Command } from '../use-command';

/** A shell command that runs this command with these values and waits for the result. */
export function runStatement(
  origin: string,
  { orgId, commandId, template }: Pick<Command, 'orgId' | 'commandId' | 'template'>,
  values: InputValues,
): string {
  const body = JSON.stringify({ olId: template.templateId, kitId: commandId, params: values });
  return [
    `curl -X POST ${quoted(origin + operationUrl(runAndWait, { params: { orgId } }))}`,
    '  -H "Authorization: Bearer $PUSHBOARD_TOKEN"',
    "  -H 'Content-Type: application/json'",
    `  --data ${quoted(body)}`,
  ].join(' \\\n');
}

/** A shell takes everything between single quotes literally, except a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
