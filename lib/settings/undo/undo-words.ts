import type { JsonValue } from '@/lib/base/json';
import { undoPartner } from './undo-partner';

/** An undo partner in one line: `Command 12, for 60 minutes (order_id from the input id)`. */
export function undoPartnerWords(value: JsonValue): string {
  const read = undoPartner.safeParse(value);
  if (!read.success) return '—';
  const { kit_id, minutes, maps } = read.data;
  const time = minutes === null ? '' : `, for ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`;
  const filled = maps.map((map) => {
    if (map.from === 'value') return `${map.input_key} is always ${map.value}`;
    return `${map.input_key} from ${map.from === 'input' ? 'the input ' : ''}${map.name}`;
  });
  return `Command ${kit_id}${time}${filled.length === 0 ? '' : ` (${filled.join(', ')})`}`;
}
