'use client';

import { Checkbox, Select } from '@mantine/core';
import { choosableTypes } from '@/lib/type-systems/openapi/openapi-types';
import type { ParameterRow } from './parameters';
import styles from './request-panel.module.css';

interface ParameterListProps {
  rows: readonly ParameterRow[];
  onChange: (key: string, changes: Partial<ParameterRow>) => void;
}

/** The data type of each parameter, and whether it may be left empty. */
export function ParameterList({ rows, onChange }: ParameterListProps) {
  if (rows.length === 0) return <p className={styles.hint}>This request has no parameters.</p>;
  return (
    <ul className={styles.rows} aria-label="Parameters">
      {rows.map(({ key, place, name, typeName, isRequired }) => (
        <li key={key} className={styles.row}>
          <Select
            className={styles.type}
            label={`${place}: ${name}`}
            data={[...choosableTypes]}
            value={typeName}
            allowDeselect={false}
            searchable
            onChange={(value) =>
              onChange(key, { typeName: choosableTypes.find((each) => each === value) ?? 'string' })
            }
          />
          <Checkbox
            label="Required"
            checked={isRequired}
            disabled={place === 'Path'}
            onChange={(event) => onChange(key, { isRequired: event.currentTarget.checked })}
            aria-label={`${name} is required`}
          />
        </li>
      ))}
    </ul>
  );
}
