'use client';

import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { confirmInputChanges } from '@/components/command/dependents/confirm-input-changes';
import type { InputChange } from '@/components/command/dependents/input-loss-words';
import draftFoot from '@/components/configure/panel/draft-foot.module.css';
import { type Command, useSaveCommand } from '@/components/configure/panel/use-configure';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { changeOf } from '../input-fields';
import { FormPreview } from '../list/form-preview';
import styles from '../list/input-list.module.css';
import { InputNames, InputState } from '../list/input-summary';
import { neverFilled, requestOf, type SeveralChanges } from './several-changes';
import { SeveralSettings } from './several-settings';

interface SeveralInputsProps {
  command: Command;
  tabs: ReactNode;
  onDone: () => void;
}

/** Changes settings of several inputs at once: tick them, choose, apply; the next ones may follow until Done. */
export function SeveralInputs({ command, tabs, onDone }: SeveralInputsProps) {
  const { inputs } = command.template;
  const names = inputNames(inputs);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [changes, setChanges] = useState<SeveralChanges>({});
  const { saveInputs } = useSaveCommand(command);
  const chosen = inputs.filter(({ inputId }) => ticked.has(inputId));
  const previewed = inputs.map((input) => (ticked.has(input.inputId) ? { ...input, ...changes } : input));
  const stuck = neverFilled(chosen, changes);
  const isChanged = Object.keys(changes).length > 0;
  const toggle = (inputId: number) =>
    setTicked((now) =>
      now.has(inputId) ? new Set([...now].filter((id) => id !== inputId)) : new Set([...now, inputId]),
    );
  async function apply(): Promise<void> {
    const fixed = chosen.flatMap((input): [string, InputChange][] => {
      const change = changeOf(input, { ...input, ...changes });
      return change === null ? [] : [[input.key, change]];
    });
    const isSure = await confirmInputChanges({
      command,
      changes: new Map(fixed),
      title: `Change ${chosen.length} inputs?`,
      confirmLabel: 'Apply',
    });
    if (isSure) saveInputs.mutate(requestOf(chosen, changes), { onSuccess: () => setChanges({}) });
  }
  return (
    <SidePanel
      title={`Configure ${command.name}`}
      context={`${chosen.length} of ${inputs.length} inputs chosen`}
      footer={
        <>
          <span className={draftFoot.told} role="status">
            {chosen.length === 0 ? 'Choose inputs to change.' : `${chosen.length} chosen`}
          </span>
          <Button
            variant="default"
            disabled={chosen.length === 0 || !isChanged || stuck.length > 0}
            loading={saveInputs.isPending}
            onClick={() => void apply()}
          >
            Apply
          </Button>
          <Button onClick={onDone}>Done</Button>
        </>
      }
    >
      {tabs}
      <FormPreview command={command} inputs={previewed} />
      <Checkbox
        className={styles.all}
        label="All inputs"
        checked={chosen.length === inputs.length}
        indeterminate={chosen.length > 0 && chosen.length < inputs.length}
        onChange={(event) =>
          setTicked(new Set(event.currentTarget.checked ? inputs.map(({ inputId }) => inputId) : []))
        }
      />
      <ul className={styles.list}>
        {inputs.map((input) => (
          <li key={input.inputId}>
            <Checkbox
              className={styles.ticked}
              classNames={{ body: styles.tickedBody, labelWrapper: styles.tickedLabel }}
              aria-label={input.key}
              checked={ticked.has(input.inputId)}
              onChange={() => toggle(input.inputId)}
              label={
                <span className={styles.tickedText}>
                  <InputNames input={input} name={nameOf(names, input.key)} />
                  <InputState input={input} checks={command.inputChecks} />
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <SeveralSettings count={chosen.length} inputs={chosen} changes={changes} onChange={setChanges} />
      )}
      {stuck.length > 0 && (
        <p className={styles.caution} role="status">
          No one could run this command: {stuck.map(({ key }) => key).join(', ')} would be required, but
          nothing fills it in. Give it a default first, or make it optional.
        </p>
      )}
      {saveInputs.error !== null && <ErrorNotice error={saveInputs.error} />}
    </SidePanel>
  );
}
