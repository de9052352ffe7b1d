'use client';

import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { LONGEST_PRESET_NAME } from '@/lib/contract/command/presets';
import type { InputValues } from '@/lib/inputs/input';
import { valuesLine } from '../runs/card/shown-values';
import type { Command } from '../use-command';
import styles from './presets.module.css';
import type { usePresets } from './use-presets';

interface SavePresetProps {
  command: Command;
  /** The form's values that a preset can hold. */
  values: InputValues;
  create: ReturnType<typeof usePresets>['create'];
}

/** Saves the values of the form under a name. Engineers may share them. */
export function SavePreset({ command, values, create }: SavePresetProps) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem('Please enter a name');
    create.mutate(
      { name: name.trim(), values, isShared },
      {
        onSuccess: (made) => {
          toast.success(`Saved “${made.name}”.`);
          setName('');
          setShared(false);
        },
      },
    );
  };
  return (
    <form className={styles.save} onSubmit={submit} noValidate>
      <h3 className={styles.heading}>Save the form's values</h3>
      <p className={styles.values} dir="auto">
        {valuesLine(command, values)}
      </p>
      <div className={styles.line}>
        <TextInput
          className={styles.name}
          label="Name"
          placeholder="e.g. Last month"
          maxLength={LONGEST_PRESET_NAME}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Button type="submit" loading={create.isPending}>
          Save
        </Button>
      </div>
      {command.role === 'admin' && (
        <Checkbox
          label="Share with everyone who has this command"
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
      {create.error !== null && <ErrorNotice error={create.error} title="Couldn't save the preset" />}
    </form>
  );
}
