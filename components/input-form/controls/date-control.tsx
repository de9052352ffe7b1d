import type { ControlProps } from '../control-props';
import { MomentInput } from './moment-input';

/** A date, as ISO 8601 text: typed, or picked from a calendar. */
export function DateControl(props: ControlProps) {
  return <MomentInput control={props} shape="YYYY-MM-DD" withDay={(_, day) => day} />;
}
