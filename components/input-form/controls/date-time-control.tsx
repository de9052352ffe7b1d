import dynamic from 'next/dynamic';
import { hasZone } from '@/lib/inputs/iso-time';
import { cellText } from '@/lib/results/table/result-table';
import type { ControlProps } from '../control-props';
import { byOwnClocks, timeIn, withDay, withTime } from '../state/date-time-text';
import { MomentInput } from './moment-input';

const ZoneHint = dynamic(() => import('./zone-hint'), { ssr: false });

const lacksZone = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** A date and time, as ISO 8601 text. Picking a day keeps the typed time and zone, and picking a time the day and zone. What is
 * picked into an empty field has the reader's zone. */
export default function DateTimeControl(props: ControlProps) {
  const text = cellText(props.value ?? null);
  const isZoned = hasZone(props.input.type);
  const picked = (before: string, after: string) => (isZoned ? byOwnClocks(before, after) : after);
  return (
    <>
      <MomentInput
        control={props}
        shape="YYYY-MM-DDThh:mm:ss"
        withDay={(before, day) => picked(before, withDay(before, day))}
        time={timeIn(text)}
        withTime={(before, time, today) => picked(before, withTime(before, time, today))}
      />
      {isZoned && lacksZone.test(text) && <ZoneHint text={text} onChange={props.onChange} />}
    </>
  );
}
