'use client';

import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { UnsavedChip } from '@/components/configure/panel/unsaved-chip';
import type { Command } from '@/components/configure/panel/use-configure';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { inputFields } from '../input-fields';
import styles from './input-list.module.css';
import { InputNames, InputState } from './input-summary';

/** A row for each input, which opens it. Hundreds of them stay as they are while one of them is edited. */
export const InputRows = memo(function InputRows({ command }: { command: Command }) {
  const panels = useSidePanels();
  const { inputs } = command.template;
  const names = inputNames(inputs);
  return (
    <ul className={styles.list}>
      {inputs.map((input) => (
        <li key={input.inputId}>
          <UnstyledButton
            className={styles.input}
            onClick={() =>
              panels.push({
                kind: 'configure-input',
                commandId: command.commandId,
                inputId: input.inputId,
              })
            }
          >
            <InputNames input={input} name={nameOf(names, input.key)} />
            <InputState input={input} checks={command.inputChecks} />
            <UnsavedChip draftKey={`${command.commandId}-${input.inputId}`} saved={inputFields(input)} />
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
});
