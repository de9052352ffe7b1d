import { Checkbox } from '@mantine/core';
import type { ControlProps } from '@/components/input-form/control-props';
import { optionsOf } from '@/lib/inputs/choices/choosable-controls';
import { optionNames } from '@/lib/inputs/choices/option-names';
import { cellText } from '@/lib/results/table/result-table';
import styles from '../controls.module.css';
import { optionOf } from './option-of';

/** Any number of a few options, all of them visible. The list is in the order of the options. */
export default function CheckboxesControl(props: ControlProps) {
  const { id, labelId, helpId, input, value, isInvalid, onChange, onBlur } = props;
  const offered = optionsOf(input.type);
  const options = [...new Set(offered)];
  const names = optionNames(offered);
  const ticked = new Set(Array.isArray(value) ? value.map(cellText) : []);
  const toggle = (option: string) => {
    const next = options.filter((each) => (each === option ? !ticked.has(each) : ticked.has(each)));
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset
      aria-labelledby={labelId}
      aria-describedby={helpId}
      className={styles.choices}
      data-invalid={isInvalid || undefined}
    >
      <div className={styles.buttons}>
        {options.map((option, index) => (
          <Checkbox
            key={option}
            // The field's label points to the first one.
            {...(index === 0 ? { id } : {})}
            {...optionOf(option, names)}
            checked={ticked.has(option)}
            onChange={() => toggle(option)}
            onBlur={onBlur}
          />
        ))}
      </div>
    </fieldset>
  );
}
