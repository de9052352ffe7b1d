'use client';

import { Autocomplete, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Control } from '@/components/input-form/control';
import { Field } from '@/components/input-form/field';
import type { FormFieldProps } from '@/components/input-form/form-field';
import { dateAt, isRelative, RELATIVE_EXAMPLES } from '@/lib/schedules/relative-dates';
import styles from './values-form.module.css';

const KINDS = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'moving', label: 'Relative' },
];

/** A date of a job: a fixed one, or a relative one, such as "yesterday", which is the day before each run. */
export function JobDateField(props: FormFieldProps & { zone: string }) {
  const { id, input, name, span, startsRow, value, unreadableText, error, onChange, onLeave, zone } = props;
  const [isMoving, setMoving] = useState(isRelative(value));
  const now = useMemo(() => Date.now(), []);
  const text = isRelative(value) ? value.relative : '';
  const meant = text === '' ? null : dateAt(text, input.type, { slotMs: now, zone });
  const ids = { labelId: `${id}-label`, helpId: `${id}-help` };

  /** A moving date becomes the date that it means now, since nothing that was entered is lost then. */
  function choose(moves: boolean): void {
    setMoving(moves);
    if (moves) onChange(input.key, { relative: 'today' });
    else onChange(input.key, meant ?? undefined);
  }

  return (
    <Field
      input={input}
      name={name}
      controlId={id}
      {...ids}
      span={span}
      startsRow={startsRow}
      error={error}
      choice={
        <SegmentedControl
          size="xs"
          classNames={{ root: styles.kinds, label: styles.kind }}
          aria-label={`${name} is fixed or relative`}
          data={KINDS}
          value={isMoving ? 'moving' : 'fixed'}
          onChange={(kind) => choose(kind === 'moving')}
        />
      }
    >
      {isMoving ? (
        <>
          <Autocomplete
            id={id}
            placeholder="today - 7 days"
            data={[...RELATIVE_EXAMPLES]}
            // There are few, and its own text would leave out all others.
            filter={({ options }) => options}
            value={text}
            maxLength={60}
            aria-describedby={ids.helpId}
            aria-invalid={error !== undefined || undefined}
            onChange={(next) => onChange(input.key, next === '' ? undefined : { relative: next })}
            onBlur={() => onLeave(input.key)}
          />
          {meant !== null && <p className={styles.quiet}>If it ran now: {meant}</p>}
        </>
      ) : (
        <Control
          id={id}
          {...ids}
          input={input}
          value={value}
          unreadableText={unreadableText}
          isInvalid={error !== undefined}
          onChange={(next, typed) => onChange(input.key, next, typed)}
          onBlur={() => onLeave(input.key)}
        />
      )}
    </Field>
  );
}
