import { Button } from '@mantine/core';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import type { UndoMap } from '@/lib/settings/undo/undo-partner';
import styles from '../decorations/decorations.module.css';
import { MapRow } from '../decorations/map-row';
import type { OfferedCommand } from '../decorations/use-decorations';
import { FixedValue } from './fixed-value';
import type { UndoSource, UndoSources } from './undo-sources';

interface UndoMapsProps {
  target: OfferedCommand;
  sources: UndoSources;
  maps: readonly UndoMap[];
  onChange: (maps: UndoMap[]) => void;
  onOther: () => void;
}

type Key = OfferedCommand['inputs'][number];

const FIXED = 'value';
const fixedOption = { group: 'Always the same', items: [{ value: FIXED, label: 'A fixed value' }] };

/** Single values that are typed or chosen, and no secrets, which everyone who configures the command would see. */
const canBeFixed = ({ type: { jsonType, inputType, component } }: Key): boolean =>
  jsonType !== 'array' && jsonType !== 'object' && inputType !== 'password' && component !== 'b-file';

const idOf = ({ from, name }: UndoSource): string => `${from} ${name}`;

/** What fills each input of the partner: a value of the run, a part of its result, or a fixed value. */
export function UndoMaps({ target, sources, maps, onChange, onOther }: UndoMapsProps) {
  const names = inputNames(target.inputs);
  const of = (from: UndoSource['from']) => sources.found.filter((each) => each.from === from);
  const data = [
    { group: 'Result', items: of('output').map((each) => ({ value: idOf(each), label: each.name })) },
    { group: 'Inputs', items: of('input').map((each) => ({ value: idOf(each), label: each.name })) },
  ];
  const others = (key: string) => maps.filter(({ input_key }) => input_key !== key);
  const fix = (key: string, value: string | boolean) =>
    onChange([...others(key), { input_key: key, from: 'value', value }]);
  function fill({ key, type }: Key, id: string | null): void {
    const source = sources.found.find((each) => idOf(each) === id);
    if (id === FIXED) fix(key, type.jsonType === 'boolean' ? true : '');
    else onChange(source === undefined ? others(key) : [...others(key), { input_key: key, ...source }]);
  }
  return (
    <>
      <section aria-label="Command that undoes it">
        <h3 className={styles.heading}>
          Command that undoes it
          <Button variant="subtle" size="compact-sm" onClick={onOther}>
            Choose another command
          </Button>
        </h3>
        <div className={styles.chosen}>
          <span className={styles.chosenName}>{target.name}</span>
        </div>
      </section>
      {of('output').length === 0 && (
        <p className={styles.note}>The columns of its result are learned when the command runs.</p>
      )}
      <div className={styles.rows}>
        {target.inputs
          .filter(({ hidden }) => !hidden)
          .map((input) => {
            const map = maps.find(({ input_key }) => input_key === input.key);
            return (
              <MapRow
                key={input.inputId}
                name={nameOf(names, input.key)}
                input={input}
                options={canBeFixed(input) ? [...data, fixedOption] : data}
                value={map === undefined ? null : map.from === 'value' ? FIXED : idOf(map)}
                onChange={(id) => fill(input, id)}
              >
                {map?.from === 'value' && (
                  <FixedValue
                    name={nameOf(names, input.key)}
                    value={map.value}
                    onChange={(value) => fix(input.key, value)}
                  />
                )}
              </MapRow>
            );
          })}
      </div>
    </>
  );
}
