import { exactJson } from '@/lib/base/exact-json';
import { runAndReturnUrl } from '@/lib/contract/runs/run-paths';
import type { InputValues } from '@/lib/inputs/input';
import { API_BASE, fillPath } from '@/lib/wire/url';

/** What a run of a command needs to be named. */
interface Runnable {
  orgId: string;
  commandId: number;
  template: { templateId: number };
}

/** A shell command that runs a command with these values, and prints where its result is. */
export function runStatement(
  origin: string,
  { orgId, commandId, template }: Runnable,
  values: InputValues,
): string {
  const body = { ol_id: template.templateId, kit_id: commandId, params: values, spa_host: origin };
  return [
    `curl -X POST ${quoted(origin + API_BASE + fillPath(runAndReturnUrl.path, { orgId }))}`,
    '  -H "Authorization: Bearer $PUSHBOARD_TOKEN"',
    "  -H 'Content-Type: application/json'",
    `  --data ${quoted(exactJson(body))}`,
  ].join(' \\\n');
}

/** A shell takes everything between single quotes literally, except a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
