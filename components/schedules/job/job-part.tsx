'use client';

import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark, MASKED } from '@/lib/base/secret-mark';
import { withFileNames } from '@/lib/inputs/file-names';
import { isRelative } from '@/lib/schedules/relative-dates';
import styles from '../jobs.module.css';

/** A part of a job with what is set of it, which opens its panel. */
export function Part({
  label,
  onOpen,
  children,
}: {
  label: string;
  onOpen: () => void;
  children: ReactNode;
}) {
  return (
    <li>
      <UnstyledButton className={styles.item} onClick={onOpen}>
        <span className={styles.part}>
          <span className={styles.label}>{label}</span>
          <span className={styles.value}>{children}</span>
        </span>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </li>
  );
}

/** A value of a job as text. */
export function valueText(value: JsonValue): string {
  if (isSecretMark(value)) return MASKED;
  if (isRelative(value)) return value.relative;
  return withFileNames(typeof value === 'string' ? value : exactJson(value));
}
