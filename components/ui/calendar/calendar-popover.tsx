'use client';

import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import Calendar from './calendar';

interface CalendarPopoverProps {
  /** The selected day, if the text is one. */
  day: string;
  minimum: string | undefined;
  maximum: string | undefined;
  /** Whether the field itself is in a popover, which a press outside closes. */
  isInPopover: boolean;
  onPick: (day: string) => void;
}

/** The calendar next to a date; it is fetched on first use and opens as soon as it has loaded. */
export default function CalendarPopover({ onPick, isInPopover, ...calendar }: CalendarPopoverProps) {
  const [isOpen, setOpen] = useState(true);
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
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
