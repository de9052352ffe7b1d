import { formDropdowns } from '@/components/input-form/dropdown/command-dropdowns';
import { FormDropdownsProvider } from '@/components/input-form/dropdown/form-dropdowns';
import { GivenValue } from '@/components/input-form/dropdown/given-value';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark } from '@/lib/base/secret-mark';
import type { Input } from '@/lib/inputs/input';
import { summarizeValue } from '@/lib/results/values-summary';
import styles from './approvals.module.css';
import type { Approval, useFormOf } from './use-approvals';

/** More inputs than these that were left empty are named in one line. */
const MOST_EMPTY_ROWS = 3;

interface RequestValuesProps {
  run: Approval['runs'][number];
  /** The command, if its form has names for some of the values. */
  form: ReturnType<typeof useFormOf>;
  inputNames: Approval['inputNames'];
  /** Of several runs; null for one alone. */
  place: number | null;
}

/** The values of one run that was asked for, and below them the inputs that were left empty. */
export function RequestValues({
  run: { params, emptyKeys, defaults },
  form,
  inputNames,
  place,
}: RequestValuesProps) {
  const areEmpty = new Set(emptyKeys);
  const values = Object.entries(params).filter(([key]) => !areEmpty.has(key));
  const nameOf = (key: string): string => inputNames[key] ?? key;
  const emptyName = (key: string): string =>
    defaults[key] === undefined ? nameOf(key) : `${nameOf(key)} (default: ${defaults[key]})`;
  const inputs = new Map(form?.template.inputs.map((input) => [input.key, input]));
  const isFolded = emptyKeys.length > MOST_EMPTY_ROWS;
  return (
    <FormDropdownsProvider form={form === null ? null : formDropdowns(form)} values={params}>
      {place !== null && <p className={styles.place}>Run {place}</p>}
      {values.length === 0 && emptyKeys.length === 0 && (
        <p className={styles.facts}>No values entered; defaults will be used.</p>
      )}
      {(values.length > 0 || (emptyKeys.length > 0 && !isFolded)) && (
        <dl className={styles.values}>
          {values.map(([key, value]) => (
            <div key={key} className={styles.row}>
              <dt>{nameOf(key)}</dt>
              <dd dir="auto">
                <Value input={inputs.get(key)} value={value} />
              </dd>
            </div>
          ))}
          {!isFolded &&
            emptyKeys.map((key) => (
              <div key={key} className={styles.row} data-empty>
                <dt>{nameOf(key)}</dt>
                <dd>{defaults[key] === undefined ? 'Empty' : `Default: ${defaults[key]}`}</dd>
              </div>
            ))}
        </dl>
      )}
      {isFolded && (
        <p className={styles.facts}>
          {emptyKeys.length} left empty: {emptyKeys.map(emptyName).join(', ')}
        </p>
      )}
    </FormDropdownsProvider>
  );
}

function Value({ input, value }: { input: Input | undefined; value: JsonValue }) {
  if (isSecretMark(value)) return '••••••';
  return input === undefined ? summarizeValue(value) : <GivenValue input={input} value={value} />;
}
