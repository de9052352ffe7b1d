'use client';

import { Select } from '@mantine/core';

interface FolderFieldProps {
  /** The folders that a command may be moved to, by their ids. */
  folders: ReadonlyMap<number, string>;
  /** The current folder, which may be one that the person can't move it to. */
  current: { folderId: number | null; folderName: string | null };
  value: number | null;
  onChange: (folderId: number | null) => void;
}

const NONE = 'none';

/** The folder of a command. Only an engineer of both folders can move it. */
export function FolderField({ folders, current, value, onChange }: FolderFieldProps) {
  const choices = new Map(folders);
  const { folderId, folderName } = current;
  if (folderId !== null && !choices.has(folderId)) choices.set(folderId, folderName ?? `Folder ${folderId}`);
  return (
    <Select
      label="Folder"
      description="Only folders where you are an engineer are listed."
      searchable
      allowDeselect={false}
      data={[
        { value: NONE, label: '(No folder)' },
        ...Array.from(choices, ([id, name]) => ({ value: String(id), label: name })),
      ]}
      value={value === null ? NONE : String(value)}
      onChange={(next) => onChange(next === null || next === NONE ? null : Number(next))}
    />
  );
}
