import type { ControlProps } from '../control-props';
import { MomentInput } from './moment-input';

/** A time of day, as ISO 8601 text. */
export function TimeControl(props: ControlProps) {
  return <MomentInput control={props} shape="hh:mm:ss" />;
}
