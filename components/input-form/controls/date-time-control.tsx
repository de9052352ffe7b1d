import type { ControlProps } from '../control-props';
import { MomentInput } from './moment-input';

const startsWithDay = /^\d{4}-\d{2}-\d{2}/;

/** A date and time, as ISO 8601 text. Picking a day keeps the typed time and zone. */
export function DateTimeControl(props: ControlProps) {
  return (
    <MomentInput
      control={props}
      shape="YYYY-MM-DDThh:mm:ss"
      withDay={(text, day) =>
        startsWithDay.test(text) ? text.replace(startsWithDay, day) : `${day}T00:00:00`
      }
    />
  );
}
