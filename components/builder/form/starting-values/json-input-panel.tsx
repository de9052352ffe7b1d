'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Command } from '@/components/builder/use-command';
import { JsonEditor } from '@/components/input-form/controls/json/json-editor';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { exactJson } from '@/lib/base/exact-json';
import { openValues } from '@/lib/inputs/form-inputs';
import type { FormActions } from '../use-form-state';
import { readJsonInput } from './json-input';
import styles from './json-input-panel.module.css';

/** All values of the form as one JSON object, to paste in or copy out. */
export function JsonInputPanel({ command, form }: { command: Command; form: FormActions }) {
  const panels = useSidePanels();
  const { inputs } = command.template;
  const [text, setText] = useState(() => exactJson(openValues(inputs, form.state.values), 2));
  const read = readJsonInput(inputs, text);
  const insert = () => {
    if (!read.ok) return;
    form.insert(read.values);
    for (const note of read.notes) toast.info(note);
    panels.pop();
  };
  return (
    <SidePanel
      title="JSON input"
      context={command.name}
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button disabled={!read.ok} onClick={insert}>
            Insert
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        <JsonEditor label="Values as JSON" text={text} onChange={setText} isInvalid={!read.ok} rows={30} />
      </div>
      <p className={styles.message} role="status" data-bad={!read.ok || undefined}>
        {read.ok ? read.notes.join(' ') : read.message}
      </p>
    </SidePanel>
  );
}
