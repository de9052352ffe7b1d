import { shownValues } from '@/components/builder/runs/card/shown-values';
import type { Command } from '@/components/builder/use-command';
import { formDropdowns } from '@/components/input-form/dropdown/command-dropdowns';
import { FormDropdownsProvider } from '@/components/input-form/dropdown/form-dropdowns';
import { GivenValue } from '@/components/input-form/dropdown/given-value';
import { fixedValueWords } from '@/components/input-form/state/variable-words';
import { isFixed, shownInputs } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { isEmpty } from '@/lib/inputs/is-empty';
import { defaultText } from '@/lib/results/table/default-text';
import styles from './values-to-run.module.css';

/** What a run will be started with, input by input: also what is left empty, and what the command fills in. */
export function ValuesToRun({ command, values }: { command: Command; values: InputValues }) {
  const { inputs } = command.template;
  const shown = shownValues(command, values);
  const names = inputNames(inputs);
  const given = shownInputs(inputs);
  // Hidden inputs that the person has filled in count, too.
  const rows = [...given, ...inputs.filter(({ hidden, key }) => hidden && shown[key] !== undefined)];
  if (rows.length === 0) return <p>It takes no inputs.</p>;
  return (
    <FormDropdownsProvider form={formDropdowns(command)} values={values}>
      <dl className={styles.values}>
        {rows.map((input) => {
          const value = shown[input.key];
          return (
            <div key={input.key} className={styles.row}>
              <dt>{nameOf(names, input.key)}</dt>
              {value === undefined || isEmpty(input, value) ? (
                <dd className={styles.empty}>
                  {withoutValue(input)}
                  {saysEmpty(input) && <span className={styles.note}>{input.note}</span>}
                </dd>
              ) : (
                <dd className={styles.value} dir="auto">
                  <GivenValue input={input} value={value} />
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </FormDropdownsProvider>
  );
}

/** Whether only its note says what an empty value means. */
const saysEmpty = (input: Input): boolean =>
  !isFixed(input) && defaultText(input) === null && input.note !== null;

function withoutValue(input: Input): string {
  if (isFixed(input)) return fixedValueWords(input);
  const text = defaultText(input);
  if (text !== null) return `Default: ${text}`;
  return 'Left empty';
}
