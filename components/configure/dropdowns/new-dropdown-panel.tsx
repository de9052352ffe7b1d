'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CacheField } from './cache-field';
import { ColumnsStep } from './columns-step';
import { type CacheChoice, NO_COLUMNS, NO_COMMAND, NO_VALUES, valuesIn } from './dropdown-words';
import styles from './dropdowns.module.css';
import { SenderStep } from './sender-step';
import { outputsOf, useCreateDropdown, useLinkDropdown, useSender } from './use-dropdowns';
import { ValuesField } from './values-field';

const FORM = 'new-dropdown';

const titles = {
  name: 'Choose Dropdown Name',
  values: 'Hardcoded Values',
  command: 'Choose Command',
  cache: 'Cache Interval',
  columns: 'Map Dropdown Columns',
} as const;

type Step = keyof typeof titles;

const steps = {
  hardcoded: ['name', 'values'],
  command: ['name', 'command', 'cache', 'columns'],
} as const satisfies Record<string, readonly Step[]>;

/** Creates a dropdown step by step, and links it to the input it is created for. */
export function NewDropdownPanel({
  orgId,
  commandId,
  inputId,
  source,
}: { orgId: string } & PanelParams<'new-dropdown'>) {
  const panels = useSidePanels();
  const create = useCreateDropdown(orgId);
  const link = useLinkDropdown(orgId, { commandId, inputId });
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [senderId, setSenderId] = useState<number | null>(null);
  const [cache, setCache] = useState<CacheChoice>('none');
  const [columns, setColumns] = useState<{ valueColumnId: number | null; displayColumnId: number | null }>({
    valueColumnId: null,
    displayColumnId: null,
  });
  const sender = useSender(orgId, senderId);
  const hasColumns = sender.data !== undefined && outputsOf(sender.data).length > 0;
  const step = steps[source][at] ?? 'name';
  const isLast = at === steps[source].length - 1;
  const problems: Record<Step, string | null> = {
    name: name.trim() === '' ? 'You must fill out "Name"' : null,
    values: valuesIn(text).length === 0 ? NO_VALUES : null,
    command: senderId === null ? NO_COMMAND : null,
    cache: null,
    columns: columns.valueColumnId === null || columns.displayColumnId === null ? NO_COLUMNS : null,
  };

  async function save() {
    const definition =
      source === 'hardcoded'
        ? { values: JSON.stringify(valuesIn(text)) }
        : { senderCommandId: senderId, ...columns, cacheInterval: cache === 'none' ? null : cache };
    try {
      const { dropdownId } = await create.mutateAsync({
        orgId,
        name,
        componentId: 'b-select',
        ...definition,
      });
      await link.mutateAsync(dropdownId);
      panels.popTo({ kind: 'configure-input', commandId, inputId });
    } catch {
      // The mutations show it.
    }
  }

  function next(event: FormEvent) {
    event.preventDefault();
    setProblem(problems[step]);
    if (problems[step] !== null) return;
    if (isLast) void save();
    else setAt(at + 1);
  }

  const needsRun = step === 'columns' && sender.data !== undefined && !hasColumns;
  return (
    <SidePanel
      // Each step is a panel of its own for the focus, which the button of the last one would lose.
      key={step}
      title={titles[step]}
      context={`Step ${at + 1} of ${steps[source].length}`}
      footer={
        <>
          <Button
            variant="default"
            onClick={() => {
              setProblem(null);
              if (at === 0) panels.pop();
              else setAt(at - 1);
            }}
          >
            {at === 0 ? 'Cancel' : 'Back'}
          </Button>
          <Button type="submit" form={FORM} loading={create.isPending || link.isPending} disabled={needsRun}>
            {isLast ? 'Save' : 'Next'}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={next}>
        <Stack gap="md">
          {step === 'name' && (
            <TextInput
              label="Name"
              description="For engineers: what the options are, such as Countries."
              maxLength={200}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          {step === 'values' && <ValuesField text={text} onChange={setText} />}
          {step === 'command' && (
            <SenderStep
              orgId={orgId}
              exceptId={commandId}
              chosen={senderId}
              onChoose={(chosen) => {
                setSenderId(chosen);
                setColumns({ valueColumnId: null, displayColumnId: null });
                setProblem(null);
              }}
            />
          )}
          {step === 'cache' && <CacheField value={cache} onChange={setCache} />}
          {step === 'columns' && senderId !== null && (
            <ColumnsStep orgId={orgId} senderId={senderId} columns={columns} onChange={setColumns} />
          )}
          {problem !== null && problem === problems[step] && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          {create.error !== null && <ErrorNotice error={create.error} />}
          {link.error !== null && <ErrorNotice error={link.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
