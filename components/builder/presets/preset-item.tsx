'use client';

import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconDots, IconPencil, IconReplace, IconTrash, IconUserShield, IconUsers } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { Moment } from '@/components/ui/text/moment';
import { LONGEST_PRESET_NAME } from '@/lib/contract/command/presets';
import type { InputValues } from '@/lib/inputs/input';
import { valuesLine } from '../runs/card/shown-values';
import type { Command } from '../use-command';
import styles from './presets.module.css';
import type { Preset, PresetChange, usePresets } from './use-presets';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface PresetItemProps {
  command: Command;
  preset: Preset;
  /** What the form holds now, which can replace the preset's values; empty for an empty form. */
  formValues: InputValues;
  actions: Pick<ReturnType<typeof usePresets>, 'update' | 'remove'>;
  onUse: () => void;
}

/** One preset: its values, a button that fills in the form, and a menu for those who may change it. */
export function PresetItem({ command, preset, formValues, actions, onUse }: PresetItemProps) {
  const [isRenaming, setRenaming] = useState(false);
  const { name, values, isShared, isMine, ownerName, updatedAt, mayChange } = preset;
  const change = (changed: PresetChange, done: string, onDone?: () => void) =>
    actions.update.mutate(
      { presetId: preset.presetId, change: changed },
      {
        onSuccess: () => {
          toast.success(done);
          onDone?.();
        },
      },
    );
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete “${name}”?`,
      body: isShared
        ? 'Everyone who has this command loses it.'
        : 'The command and its runs stay as they are.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) actions.remove.mutate(preset, { onSuccess: () => toast.success(`Deleted “${name}”.`) });
  };
  if (isRenaming) {
    return (
      <RenamePreset
        name={name}
        isSaving={actions.update.isPending}
        onCancel={() => setRenaming(false)}
        onRename={(renamed) => {
          const end = () => setRenaming(false);
          if (renamed === name) end();
          else change({ name: renamed }, `Renamed to “${renamed}”.`, end);
        }}
      />
    );
  }
  const line = valuesLine(command, values);
  return (
    <>
      <h4 className={styles.title}>{name}</h4>
      <p className={styles.values} dir="auto">
        {line === '' ? 'No values that you can fill in' : line}
      </p>
      <p className={styles.about}>
        {isShared && !isMine && `By ${ownerName} · `}
        <Moment at={updatedAt} as="ago" />
      </p>
      <div className={styles.actions}>
        <Button variant="default" size="compact-sm" aria-label={`Use these values: ${name}`} onClick={onUse}>
          Use these values
        </Button>
        {mayChange && (
          <Menu position="bottom-start">
            <Menu.Target>
              <ActionIcon aria-label={`More for ${name}`}>
                <IconDots {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setRenaming(true)}>
                Rename
              </Menu.Item>
              {Object.keys(formValues).length > 0 && (
                <Menu.Item
                  leftSection={<IconReplace {...icon} />}
                  onClick={() => change({ values: formValues }, `“${name}” now has the form's values.`)}
                >
                  Replace with the form's values
                </Menu.Item>
              )}
              {command.role === 'admin' && !isShared && (
                <Menu.Item
                  leftSection={<IconUsers {...icon} />}
                  onClick={() => change({ isShared: true }, `Shared “${name}”.`)}
                >
                  Share with everyone who has this command
                </Menu.Item>
              )}
              {isShared && isMine && (
                <Menu.Item
                  leftSection={<IconUserShield {...icon} />}
                  onClick={() => change({ isShared: false }, `Only you have “${name}” now.`)}
                >
                  Stop sharing
                </Menu.Item>
              )}
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </>
  );
}

interface RenamePresetProps {
  name: string;
  isSaving: boolean;
  onRename: (name: string) => void;
  onCancel: () => void;
}

function RenamePreset({ name, isSaving, onRename, onCancel }: RenamePresetProps) {
  const [text, setText] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onRename(text.trim());
  };
  return (
    <form className={styles.line} onSubmit={submit}>
      <TextInput
        className={styles.name}
        label={`New name of ${name}`}
        maxLength={LONGEST_PRESET_NAME}
        value={text}
        // The person has just asked to type here.
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={text.trim() === ''} loading={isSaving}>
        Rename
      </Button>
    </form>
  );
}
