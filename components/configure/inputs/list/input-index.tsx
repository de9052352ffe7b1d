'use client';

import { UnstyledButton } from '@mantine/core';
import { IconEyeOff, IconLock } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { UnsavedDot } from '@/components/configure/panel/unsaved-chip';
import type { Command } from '@/components/configure/panel/use-configure';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { inputFields } from '../input-fields';
import styles from './input-index.module.css';

interface InputIndexProps {
  command: Command;
  /** The input whose settings are next to the list. */
  current: number;
}

/** The inputs of a command in the order of its form, next to the settings of one of them. */
export const InputIndex = memo(function InputIndex({ command, current }: InputIndexProps) {
  const panels = useSidePanels();
  const open = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // In some browsers it returns a promise, which an effect must not.
    open.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { commandId, template } = command;
  const names = inputNames(template.inputs);
  if (template.inputs.length < 2) return null;
  return (
    <nav aria-label="Inputs" className={styles.index}>
      <ul>
        {template.inputs.map((input) => {
          const { inputId, key, hidden, locked } = input;
          const isCurrent = inputId === current;
          return (
            <li key={inputId}>
              <UnstyledButton
                ref={isCurrent ? open : undefined}
                className={styles.input}
                aria-current={isCurrent || undefined}
                onClick={() => panels.replace({ kind: 'configure-input', commandId, inputId })}
              >
                <span className={styles.name}>{nameOf(names, key)}</span>
                {hidden && <IconEyeOff size={14} stroke={1.75} role="img" aria-label="Hidden" />}
                {locked && <IconLock size={14} stroke={1.75} role="img" aria-label="Locked" />}
                <UnsavedDot draftKey={`${commandId}-${inputId}`} saved={inputFields(input)} />
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </nav>
  );
});
