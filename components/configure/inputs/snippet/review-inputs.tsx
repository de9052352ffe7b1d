'use client';

import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Command } from '@/components/configure/panel/use-configure';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import styles from './snippet.module.css';
import { type Snippet, useCreateInputs } from './use-snippet';

interface ReviewInputsProps {
  command: Command;
  found: Snippet;
  onBack: () => void;
}

/** What was read from code, before it becomes inputs. */
export function ReviewInputs({ command, found, onBack }: ReviewInputsProps) {
  const panels = useSidePanels();
  const create = useCreateInputs(command);
  const known = new Set(command.template.inputs.map(({ key }) => key));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const wanted = found.inputs.filter(({ key }) => !known.has(key) && !left.has(key));
  const confirm = () => {
    if (wanted.length === 0) toast.danger('No rows to create');
    else create.mutate(wanted, { onSuccess: panels.pop });
  };
  const toggle = (key: string) =>
    setLeft(
      (before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]),
    );
  return (
    <SidePanel
      title="Review inputs"
      context={command.name}
      footer={
        <>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button onClick={confirm} loading={create.isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <table className={styles.table} aria-label="Inputs">
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.unseen}>Create</span>
            </th>
            <th scope="col">Key</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {found.inputs.map(({ key, typeId, line, what, description, isRequired }) => (
            <tr key={key}>
              <td>
                <Checkbox
                  aria-label={`Create ${key}`}
                  checked={!known.has(key) && !left.has(key)}
                  disabled={known.has(key)}
                  onChange={() => toggle(key)}
                />
              </td>
              <td>
                <span className={styles.key}>{key}</span>
                <span className={styles.note}>
                  {known.has(key) ? 'There is already an input with this key.' : (description ?? '')}
                </span>
                <span className={styles.note}>
                  line {line}: {what}
                </span>
              </td>
              <td>
                {typeId}
                {isRequired && <span className={styles.note}>required</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.messages.length > 0 && (
        <ul className={styles.messages} aria-label="What was not understood">
          {found.messages.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      )}
      {create.error !== null && <ErrorNotice error={create.error} />}
    </SidePanel>
  );
}
