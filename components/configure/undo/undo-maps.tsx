import { Button } from '@mantine/core';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import type { UndoMap } from '@/lib/settings/undo/undo-partner';
import styles from '../decorations/decorations.module.css';
import { MapRow } from '../decorations/map-row';
import type { OfferedCommand } from '../decorations/use-decorations';
import type { UndoSource, UndoSources } from './undo-sources';

interface UndoMapsProps {
  target: OfferedCommand;
  sources: UndoSources;
  maps: readonly UndoMap[];
  onChange: (maps: UndoMap[]) => void;
  onOther: () => void;
}

const idOf = ({ from, name }: UndoSource): string => `${from} ${name}`;

/** What fills each input of the partner: a value of the run, or a part of its result. */
export function UndoMaps({ target, sources, maps, onChange, onOther }: UndoMapsProps) {
  const names = inputNames(target.inputs);
  const of = (from: UndoSource['from']) => sources.found.filter((each) => each.from === from);
  const data = [
    { group: 'Result', items: of('output').map((each) => ({ value: idOf(each), label: each.name })) },
    { group: 'Inputs', items: of('input').map((each) => ({ value: idOf(each), label: each.name })) },
  ];
  function fill(key: string, id: string | null): void {
    const others = maps.filter(({ input_key }) => input_key !== key);
    const source = sources.found.find((each) => idOf(each) === id);
    onChange(source === undefined ? others : [...others, { input_key: key, ...source }]);
  }
  return (
    <>
      <p>
        Command that undoes it: <strong>{target.name}</strong>{' '}
        <Button variant="subtle" size="compact-sm" onClick={onOther}>
          Choose another command
        </Button>
      </p>
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
                options={data}
                value={map === undefined ? null : idOf(map)}
                onChange={(id) => fill(input.key, id)}
              />
            );
          })}
      </div>
    </>
  );
}
