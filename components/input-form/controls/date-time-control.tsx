import dynamic from 'next/dynamic';
import { hasZone } from '@/lib/inputs/iso-time';
import { cellText } from '@/lib/results/table/result-table';
import type { ControlProps } from '../control-props';
import { timeIn, withDay, withTime } from '../state/date-time-text';
import { MomentInput } from './moment-input';

const ZoneHint = dynamic(() => import('./zone-hint'), { ssr: false });

const lacksZone = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** A date and time, as ISO 8601 text. Picking a day keeps the typed time and zone, and picking a time the day and zone. */
export function DateTimeControl(props: ControlProps) {
  const text = cellText(props.value ?? null);
  return (
    <>
      <MomentInput
        control={props}
        shape="YYYY-MM-DDThh:mm:ss"
        withDay={withDay}
        time={timeIn(text)}
        withTime={withTime}
      />
      {hasZone(props.input.type) && lacksZone.test(text) && (
        <ZoneHint text={text} onChange={props.onChange} />
      )}
    </>
  );
}
