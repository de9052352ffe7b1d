'use client';

import { SegmentedControl, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { DayField } from '@/components/ui/calendar/day-field';
import { ZoneSelect } from '@/components/ui/fields/zone-select';
import { type AnalyticsAddress, type Range, ranges } from '../analytics-address';
import type { Shown } from '../use-analytics-address';
import styles from './figure-bar.module.css';

const NAMES: Readonly<Record<Range, string>> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  quarter: 'Quarter',
  own: 'Custom',
};

interface FigureBarProps {
  address: AnalyticsAddress;
  shown: Shown;
  change: (changes: Partial<AnalyticsAddress>) => void;
  /** At its end. */
  children: ReactNode;
}

/** What all cards count: days, their time zone, and which runs. */
export function FigureBar({ address, shown, change, children }: FigureBarProps) {
  return (
    <fieldset className={styles.bar} aria-label="What is counted">
      <SegmentedControl
        aria-label="Days"
        classNames={{ root: styles.ranges ?? '', label: styles.range ?? '' }}
        data={ranges.map((range) => ({ value: range, label: NAMES[range] }))}
        value={address.range}
        onChange={(value) => {
          const range = ranges.find((each) => each === value);
          if (range === undefined) return;
          const { since, until } = shown;
          change(range === 'own' ? { range, since, until } : { range, since: '', until: '' });
        }}
      />
      {address.range === 'own' && (
        <>
          <DayField
            label="From"
            className={styles.day}
            day={shown.since}
            maximum={shown.until}
            onChange={(since) => change({ since })}
          />
          <DayField
            label="To"
            className={styles.day}
            day={shown.until}
            minimum={shown.since}
            onChange={(until) => change({ until })}
          />
        </>
      )}
      <div className={styles.zone}>
        <ZoneSelect value={shown.zone} onChange={(zone) => change({ zone })} />
      </div>
      <div className={styles.switches}>
        <Switch
          label="Show dropdown runs"
          checked={address.dropdowns}
          onChange={(event) => change({ dropdowns: event.currentTarget.checked })}
        />
        <Switch
          label="Show startup runs"
          checked={address.startup}
          onChange={(event) => change({ startup: event.currentTarget.checked })}
        />
      </div>
      {children}
    </fieldset>
  );
}
