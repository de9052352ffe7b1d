import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Chip } from '@/components/ui/text/chip';
import { Marked } from '@/components/ui/text/marked';
import styles from './diff-row.module.css';
import type { DiffRow } from './use-diff';

interface RoutineNameProps {
  row: DiffRow;
  terms?: readonly string[];
}

/** What databases promise of a routine, explained. */
const explained: Readonly<Record<string, string>> = {
  'security definer': 'Runs with the rights of its owner, not with those of the connection.',
  immutable: 'Only reads, and returns the same for the same values.',
  stable: 'Only reads.',
  deprecated: 'The API advises against using it.',
};

/** `schema.name` with its traits, and below it, on one line, its arguments or what else it is called. */
export function RoutineName({ row, terms = [] }: RoutineNameProps): ReactNode {
  const { cloudName, friendlyName, signature, traits } = row;
  const from = cloudName.endsWith(')') ? cloudName.indexOf('(') : -1;
  const name = from < 0 ? cloudName : cloudName.slice(0, from);
  // Things other than routines have a name instead of arguments.
  const inputs = from < 0 ? friendlyName : (signature ?? cloudName.slice(from + 1, -1)) || 'no inputs';
  const others = traits.filter((trait) => !Object.hasOwn(explained, trait));
  const said = [inputs, ...others].filter((part) => part !== '' && part !== cloudName).join(' · ');
  return (
    <span className={styles.routine}>
      <span className={styles.name}>
        <span>
          <Marked text={name} terms={terms} />
        </span>
        {traits.map(
          (trait) =>
            Object.hasOwn(explained, trait) && (
              <Tooltip key={trait} label={explained[trait]}>
                <span>
                  <Chip>{trait}</Chip>
                </span>
              </Tooltip>
            ),
        )}
      </span>
      {said !== '' && (
        <span className={styles.inputs} title={said}>
          {said}
        </span>
      )}
    </span>
  );
}
