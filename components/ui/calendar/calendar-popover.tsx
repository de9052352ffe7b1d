'use client';

import { ActionIcon, Button, Popover } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import Calendar from './calendar';
import { today } from './today';

interface CalendarPopoverProps {
  /** The selected day, if the text is one. */
  day: string;
  minimum: string | undefined;
  maximum: string | undefined;
  /** Whether the field itself is in a popover, which a press outside closes. */
  isInPopover: boolean;
  onPick: (day: string) => void;
  taps: number;
  onType: (() => void) | undefined;
  time: string | undefined;
  onPickTime: ((time: string, today: string) => void) | undefined;
}

/** The calendar next to a date; it is fetched on first use and opens as soon as it has loaded. */
export default function CalendarPopover(props: CalendarPopoverProps) {
  const { onPick, isInPopover, taps, onType, time, onPickTime, ...calendar } = props;
  const [isOpen, setOpen] = useState(true);
  const [seenTaps, setSeenTaps] = useState(taps);
  if (seenTaps !== taps) {
    setSeenTaps(taps);
    setOpen(true);
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={!isInPopover}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon size={28} aria-label="Open the calendar" onClick={() => setOpen((open) => !open)}>
          <IconCalendar size={16} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Calendar">
        <Calendar
          {...calendar}
          onPick={(day) => {
            onPick(day);
            // Where a time belongs to the day, it is often chosen next.
            if (onPickTime === undefined) setOpen(false);
          }}
        />
        {onPickTime !== undefined && (
          <TimeInput
            mt="sm"
            label="Time"
            value={time ?? ''}
            onChange={(event) => {
              const picked = event.currentTarget.value.slice(0, 5);
              if (picked !== '') onPickTime(picked, today());
            }}
          />
        )}
        {onType !== undefined && (
          <Button
            mt={4}
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setOpen(false);
              onType();
            }}
          >
            Type the date
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
