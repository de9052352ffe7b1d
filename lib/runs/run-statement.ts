import { exactJson } from '@/lib/base/exact-json';
import { runAndWait } from '@/lib/contract/runs/runs';
import type { InputValues } from '@/lib/inputs/input';
import { API_BASE, fillPath } from '@/lib/wire/url';

/** What a run of a command needs to be named. */
interface Runnable {
  orgId: string;
  commandId: number;
  template: { templateId: number };
}

/** A shell command that runs a command with these values, and prints the run with its result. */
export function runStatement(
  origin: string,
  { orgId, commandId, template }: Runnable,
  values: InputValues,
): string {
  const body = { kitId: commandId, olId: template.templateId, params: values };
  return [
    `curl -X POST ${quoted(origin + API_BASE + fillPath(runAndWait.path, { orgId }))}`,
    '  -H "Authorization: Bearer $PUSHBOARD_TOKEN"',
    "  -H 'Content-Type: application/json'",
    `  --data ${quoted(exactJson(body))}`,
  ].join(' \\\n');
}

/** A shell takes everything between single quotes literally, except a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
