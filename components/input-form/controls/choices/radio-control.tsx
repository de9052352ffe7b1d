import { Button, Radio } from '@mantine/core';
import type { ControlProps } from '@/components/input-form/control-props';
import { optionNames } from '@/lib/inputs/choices/option-names';
import { cellText } from '@/lib/results/table/result-table';
import styles from '../controls.module.css';
import { optionOf } from './option-of';

/** One of a few options, all of them visible. An optional input can be emptied again. */
export default function RadioControl(props: ControlProps) {
  const { id, labelId, helpId, input, value, isInvalid, onChange, onBlur } = props;
  const options = [...new Set(input.type.options ?? [])];
  const names = optionNames(input.type.options ?? []);
  const current = value === undefined || value === null ? null : cellText(value);
  const mayBeEmpty = input.defaultAmbiguousInput !== 'required';
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={helpId}
      aria-required={!mayBeEmpty || undefined}
      aria-invalid={isInvalid || undefined}
      className={styles.choices}
    >
      <div className={styles.buttons}>
        {options.map((option, index) => (
          <Radio
            key={option}
            // The field's label points to the first one.
            {...(index === 0 ? { id } : {})}
            {...optionOf(option, names)}
            name={id}
            checked={option === current}
            onChange={() => onChange(option)}
            onBlur={onBlur}
          />
        ))}
        {mayBeEmpty && current !== null && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange(undefined)}>
            Empty
          </Button>
        )}
      </div>
    </div>
  );
}
