import { exactJson } from '@/lib/base/exact-json';
import { runAndWait } from '@/lib/contract/runs/runs';
import { editableInputs } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { API_BASE, fillPath } from '@/lib/wire/url';

/** What a run of a command needs to be named. */
interface Runnable {
  orgId: string;
  commandId: number;
  template: { templateId: number; inputs: readonly Input[] };
}

/** A shell command that runs a command with these values, and prints the run with its result. */
export function runStatement(
  origin: string,
  { orgId, commandId, template }: Runnable,
  values: InputValues,
): string {
  // An empty text is an input that isn't filled in: it shows a program which keys there are.
  const keys = editableInputs(template.inputs).map(({ key }) => [key, '']);
  const params = { ...Object.fromEntries(keys), ...values };
  const body = { kitId: commandId, olId: template.templateId, params };
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
