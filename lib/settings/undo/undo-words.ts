import type { JsonValue } from '@/lib/base/json';
import { undoPartner } from './undo-partner';

/** An undo partner in one line: `Command 12, for 60 minutes (order_id from the input id)`. */
export function undoPartnerWords(value: JsonValue): string {
  const read = undoPartner.safeParse(value);
  if (!read.success) return '—';
  const { kit_id, minutes, maps } = read.data;
  const time = minutes === null ? '' : `, for ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`;
  const filled = maps.map(({ input_key, from, name }) =>
    from === 'input' ? `${input_key} from the input ${name}` : `${input_key} from ${name}`,
  );
  return `Command ${kit_id}${time}${filled.length === 0 ? '' : ` (${filled.join(', ')})`}`;
}
