import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { rowTerms } from '@/lib/contract/command/decoration-shapes';
import { allTermsWords } from '@/lib/settings/condition-words';

/** What is said of a target that the person can't see. */
export const UNKNOWN_TARGET = 'A command that was deleted or that you cannot see';

/** A button as lib/settings/decorations.ts tells it. */
const told = z.object({
  name: z.string(),
  input_kit_id: z.number(),
  result_set_zero_idx: z.number().default(0),
  shown_when: rowTerms.default([]),
  maps: z.record(z.string(), z.string()),
});

/** The command that a decoration opens. Its name is shown only where the person may see it, so not in the changelog. */
export const commandWords = (commandId: number): string => `Command ${commandId}`;

/** A button in one line: `Refund → Command 12 (order_id from id)`. */
export function buttonWords(value: JsonValue): string {
  const parsed = told.safeParse(value);
  if (!parsed.success) return '—';
  const { name, input_kit_id: target, result_set_zero_idx: at, shown_when: terms, maps } = parsed.data;
  const place = at === 0 ? [] : [`result set ${at + 1}`];
  const filled = Object.entries(maps).map(([key, path]) => `${key} from ${path}`);
  const rows = terms.length === 0 ? [] : [`on rows where ${allTermsWords(terms)}`];
  const details = [...place, ...filled, ...rows].join(', ');
  return `${name} → ${commandWords(target)}${details === '' ? '' : ` (${details})`}`;
}

/** One side of a difference between decorations; null if the difference is about something else. */
export function decorationWords({ setting }: { setting: string }, value: JsonValue): string | null {
  switch (setting) {
    case 'row_decorations':
    case 'object_decorations':
      return buttonWords(value);
    case 'error_decoration':
      return typeof value === 'number' ? commandWords(value) : '—';
    default:
      return null;
  }
}
