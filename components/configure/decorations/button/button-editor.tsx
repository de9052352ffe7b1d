'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { LONGEST_DECORATION_NAME } from '@/lib/contract/command/decoration-shapes';
import type { Command } from '../../panel/use-configure';
import styles from '../decorations.module.css';
import { DuplicateSection } from './duplicate-section';
import { LiveRow } from './live-row';
import { MapSection } from './map-section';
import { ResultSetSection } from './result-set-section';
import { RowsSection } from './rows-section';
import { TargetSection } from './target-section';
import { useButtonEditor } from './use-button-editor';

const FORM = 'button';

type Step = PanelParams<'decoration'>['step'];
/** The sections that an address can name. */
const sections: Partial<Record<Step, string>> = {
  name: 'button-name',
  set: 'button-set',
  cmd: 'button-target',
  copy: 'button-copy',
  map: 'button-map',
};

interface ButtonEditorProps {
  command: Command;
  kind: 'row' | 'object';
  /** Null for a new one. */
  saved: Command['template']['rowDecorations'][number] | null;
  step: Step;
}

/** A button on rows or objects on one screen: what it opens, what of the row it fills in, and its name. */
export function ButtonEditor({ command, kind, saved, step }: ButtonEditorProps) {
  const state = useButtonEditor(command, kind, saved);
  const { name, problems, isMultiset, resultSet, target } = state;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (saved === null) return;
    form.current?.querySelector(`#${sections[step] ?? 'none'}`)?.scrollIntoView({ block: 'start' });
  }, [saved, step]);
  const label = kind === 'row' ? 'Row button' : 'Object button';
  function submit(event: FormEvent): void {
    event.preventDefault();
    void state.save();
  }
  return (
    <SidePanel
      title={saved === null ? `Add ${label}` : `Edit ${saved.name}`}
      context={command.name}
      startsAtTitle={saved !== null}
      footer={
        <>
          {saved !== null && <DeleteButton name={saved.name} isBusy={state.isBusy} onDelete={state.remove} />}
          <Button variant="default" onClick={state.cancel}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} loading={state.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={FORM} ref={form} noValidate onSubmit={submit}>
        <Stack gap="xl">
          {kind === 'row' && (isMultiset || resultSet !== 0) && <ResultSetSection state={state} />}
          <TargetSection state={state} />
          {kind === 'object' && saved === null && target !== undefined && <DuplicateSection state={state} />}
          <MapSection state={state} />
          {kind === 'row' && <RowsSection state={state} />}
          <section id="button-name" aria-label="Name the button">
            <TextInput
              label="Name the button"
              placeholder="Please enter a name"
              required
              maxLength={LONGEST_DECORATION_NAME}
              value={name}
              error={problems?.name}
              onChange={(event) => state.set({ name: event.currentTarget.value })}
            />
          </section>
          <LiveRow state={state} />
          {state.error !== null && <ErrorNotice error={state.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}

interface DeleteButtonProps {
  name: string;
  isBusy: boolean;
  onDelete: () => void;
}

function DeleteButton({ name, isBusy, onDelete }: DeleteButtonProps) {
  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: `Delete “${name}”?`,
      body: 'The button disappears from results. A revision of the command can bring it back.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) onDelete();
  }
  return (
    <Button
      className={styles.delete}
      variant="subtle"
      color="red"
      disabled={isBusy}
      onClick={() => void ask()}
    >
      Delete
    </Button>
  );
}
