import { exactJson } from '@/lib/base/exact-json';
import { shellQuoted } from '@/lib/base/text/shell-quoted';
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
    `curl -X POST ${shellQuoted(origin + API_BASE + fillPath(runAndWait.path, { orgId }))}`,
    '  -H "Authorization: Bearer $PUSHBOARD_TOKEN"',
    "  -H 'Content-Type: application/json'",
    `  --data ${shellQuoted(exactJson(body))}`,
  ].join(' \\\n');
}
