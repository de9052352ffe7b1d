'use client';

import { UnstyledButton } from '@mantine/core';
import { instantOf, offsetSuffix } from '@/lib/schedules/wall-clock';
import styles from './controls.module.css';

interface ZoneHintProps {
  /** A date and time without a zone. */
  text: string;
  onChange: (text: string) => void;
}

/** Says that the source chooses the zone of a time, and offers the reader's own. */
export default function ZoneHint({ text, onChange }: ZoneHintProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wallMs = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(wallMs)) return null;
  const offset = offsetSuffix(zone, instantOf(zone, wallMs));
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return (
    <p className={styles.zone}>
      Without a time zone, the source decides which one this is.{' '}
      <UnstyledButton className={styles.zoneButton} onClick={() => onChange(text + offset)}>
        Use {place} ({offset})
      </UnstyledButton>
    </p>
  );
}
