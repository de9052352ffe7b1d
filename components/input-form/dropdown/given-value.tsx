import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { cellText } from '@/lib/results/table/result-table';
import { summarizeValue } from '@/lib/results/values-summary';
import { useFormDropdown } from './form-dropdowns';
import { listOf, useOptions } from './use-options';

interface GivenValueProps {
  input: Input;
  value: JsonValue;
}

/** A value that a run is to start with, by the name that the person chose in the form. */
export function GivenValue({ input, value }: GivenValueProps) {
  const found = useFormDropdown(input);
  return found === null ? summarizeValue(value) : <Chosen input={input} value={value} {...found} />;
}

type ChosenProps = GivenValueProps & NonNullable<ReturnType<typeof useFormDropdown>>;

/** Options of a dropdown with their values, which are what is sent. The form has loaded them for the names it shows. */
function Chosen({ input, value, form, dropdown }: ChosenProps) {
  const chosen = listOf(value);
  const { options } = useOptions(form, dropdown.dependsOn, input, '', chosen);
  const names = new Map(options?.chosen.map((option) => [cellText(option.value), option.display]));
  const named = chosen.map((one) => {
    const text = cellText(one);
    const name = names.get(text) ?? text;
    return name === text ? summarizeValue(one) : `${summarizeValue(name)} (${summarizeValue(one)})`;
  });
  return named.join(', ');
}
