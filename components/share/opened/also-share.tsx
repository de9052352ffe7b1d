'use client';

import { Checkbox } from '@mantine/core';
import { allOf } from '@/lib/base/text/lists';
import { nameOf } from '../recipients/recipients';
import styles from './also-share.module.css';
import type { Opened } from './use-opened';

interface AlsoShareProps {
  opened: readonly Opened[];
  /** The commands that will be shared, too, by id. */
  chosen: readonly number[];
  onChoose: (commandIds: number[]) => void;
}

/** Says which buttons recipients won't see, and offers to share the commands that they open. */
export function AlsoShare({ opened, chosen, onChoose }: AlsoShareProps) {
  if (opened.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="What its buttons open">
      {opened.map(({ commandId, name, lacking, mayShare }) => {
        const why = `A button opens it, and ${allOf(lacking.map(nameOf))} can't run it yet.`;
        return (
          <li key={commandId}>
            {mayShare ? (
              <Checkbox
                label={`Also share “${name}”`}
                description={`${why} They become runners of it.`}
                checked={chosen.includes(commandId)}
                onChange={({ currentTarget }) =>
                  onChoose(
                    currentTarget.checked
                      ? [...chosen, commandId]
                      : chosen.filter((other) => other !== commandId),
                  )
                }
              />
            ) : (
              <p className={styles.told}>
                “{name}”: {why} Ask one of its engineers to share it.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
