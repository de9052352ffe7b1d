'use client';

import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { COMMON_ZONES, extendedZones, shortNamesOf, zoneLabel, zoneOf } from '@/lib/schedules/time-zones';
import { offsetText } from '@/lib/schedules/wall-clock';

interface ZoneSelectProps {
  value: string;
  onChange: (zone: string) => void;
}

/** A time zone; found by its city, its name, its offset, and its short names. */
export function ZoneSelect({ value: given, onChange }: ZoneSelectProps) {
  // The browser may call UTC by its short name.
  const value = zoneOf(given) ?? given;
  const data = useMemo(() => {
    const now = Date.now();
    const option = (zone: string) => {
      const label = zoneLabel(zone);
      // The offset and the name of UTC only repeat it.
      const details = label === 'UTC' ? [] : [offsetText(zone, now), zone];
      const names = new Set([label, ...details, ...shortNamesOf(zone)]);
      return { value: zone, label: [...names].join(' · ') };
    };
    const extended = extendedZones();
    // The browser may know a zone by an older name.
    const own = [...COMMON_ZONES, ...extended].includes(value) ? [] : [value];
    return [
      { group: 'Common', items: [...COMMON_ZONES].map(option) },
      { group: 'Extended', items: [...own, ...extended].map(option) },
    ];
  }, [value]);
  return (
    <Select
      label="Time zone"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No matches"
      maxDropdownHeight={280}
      data={data}
      value={value}
      onChange={(zone) => zone !== null && onChange(zoneOf(zone) ?? zone)}
    />
  );
}
