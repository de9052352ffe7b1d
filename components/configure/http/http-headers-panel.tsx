'use client';

import { ActionIcon, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { EngineerPanel } from '../panel/engineer-panel';
import type { Command } from '../panel/use-configure';
import type { HeaderRow } from './header-rows';
import styles from './http-headers-panel.module.css';
import { useHttpHeaders } from './use-http-headers';

const FORM = 'http-headers';
const TITLE = 'HTTP headers';

/** The HTTP headers that a command sends with every call. Values may be secrets, so saved ones aren't shown again. */
export function HttpHeadersPanel({ orgId, commandId }: { orgId: string; commandId: number }) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title={TITLE}>
      {(command) => <HeadersForm command={command} />}
    </EngineerPanel>
  );
}

function HeadersForm({ command }: { command: Command }) {
  const form = useHttpHeaders(command);
  return (
    <SidePanel
      title={TITLE}
      context={`${command.sourceName} · ${command.cloudName}`}
      footer={<FormFooter form={FORM} label="Save" isPending={form.isSaving} isDisabled={!form.mayBeSaved} />}
    >
      <form
        id={FORM}
        noValidate
        autoComplete="off"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (form.mayBeSaved) form.submit();
        }}
      >
        <Stack gap="lg" align="flex-start">
          {form.rows.length === 0 && (
            <EmptyNotice icon={<IconListDetails size={22} stroke={1.75} />} title="No headers yet">
              Headers added here are sent with every call of this command and override those of its inputs and
              its connection.
            </EmptyNotice>
          )}
          <ul className={styles.list} style={{ alignSelf: 'stretch' }} aria-label="Headers">
            {form.rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                issue={form.issueOf(row)}
                onChange={(changes) => form.change(row.id, changes)}
                onRemove={() => form.remove(row.id)}
              />
            ))}
          </ul>
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={form.add}>
            Add header
          </Button>
          {form.problem !== null && <ErrorNotice error={form.problem} />}
        </Stack>
      </form>
    </SidePanel>
  );
}

interface RowProps {
  row: HeaderRow;
  issue: string | undefined;
  onChange: (changes: Partial<HeaderRow>) => void;
  onRemove: () => void;
}

function Row({ row: { name, value }, issue, onChange, onRemove }: RowProps) {
  const isSaved = value === null;
  return (
    <li className={styles.row}>
      <TextInput
        label="Name"
        placeholder="X-Api-Version"
        autoComplete="off"
        spellCheck={false}
        // A saved value belongs to its name.
        readOnly={isSaved}
        value={name}
        error={issue}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <PasswordInput
        label="Value"
        placeholder={isSaved ? 'Saved. Type to replace it.' : undefined}
        autoComplete="new-password"
        spellCheck={false}
        value={value ?? ''}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remove ${name || 'the header'}`}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}
