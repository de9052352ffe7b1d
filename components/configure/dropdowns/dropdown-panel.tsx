'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Notice } from '@/components/ui/feedback/notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { FormFooter } from '@/components/ui/panels/form-footer';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CacheField } from './cache-field';
import { ColumnsStep } from './columns-step';
import { draftChanges, draftOf, draftProblem, draftSince, failedPart } from './dropdown-draft';
import styles from './dropdowns.module.css';
import { SenderStep } from './sender-step';
import {
  type Dropdown,
  type LinkedInput,
  useDeleteDropdown,
  useDropdowns,
  useLinkDropdown,
  useUpdateDropdown,
} from './use-dropdowns';
import { ValuesField } from './values-field';

const FORM = 'edit-dropdown';

/** One dropdown, to edit; from an input, also to switch and unlink it. */
export function DropdownPanel({ orgId, dropdownId, linked }: { orgId: string } & PanelParams<'dropdown'>) {
  const dropdowns = useDropdowns(orgId);
  const dropdown = dropdowns.data?.find((each) => each.dropdownId === dropdownId);
  if (dropdown !== undefined) {
    return <DropdownEditor key={dropdownId} orgId={orgId} dropdown={dropdown} linked={linked} />;
  }
  return (
    <SidePanel title="Edit dropdown">
      <QueryState
        query={dropdowns}
        errorTitle="Error loading dropdowns"
        loading={<FieldsSkeleton fields={3} />}
      >
        {() => (
          <EmptyNotice
            icon={<IconListDetails size={22} stroke={1.75} />}
            title="Error updating dropdown - not found"
          >
            Your organization has no dropdown with this number.
          </EmptyNotice>
        )}
      </QueryState>
    </SidePanel>
  );
}

interface EditorProps {
  orgId: string;
  dropdown: Dropdown;
  linked: LinkedInput | null;
}

function DropdownEditor({ orgId, dropdown: current, linked }: EditorProps) {
  // As it was when the editor opened, or last saved here: a save over another person's change is refused, and what was typed
  // stays.
  const [dropdown, setDropdown] = useState(current);
  const update = useUpdateDropdown(orgId, dropdown.dropdownId);
  const [draft, setDraft] = useState(() => draftOf(dropdown));
  const [isChoosing, setChoosing] = useState(false);
  const [wasSent, setSent] = useState(false);
  const changes = draftChanges(dropdown, draft);
  const problem = draftProblem(dropdown, draft);
  const isChanged = Object.keys(changes).length > 0;
  const isDisabled = !dropdown.mayChange;
  const set = (next: Partial<typeof draft>) => setDraft((latest) => ({ ...latest, ...next }));
  const panels = useSidePanels();
  // A dropdown that inputs use can't be deleted, and the server says which.
  const remove = useDeleteDropdown(orgId, current);

  async function askToDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete “${current.name}”?`,
      body: 'It is gone for the whole organization. This cannot be undone.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate(undefined, { onSuccess: panels.pop });
  }

  function save(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (problem !== null || !isChanged) return;
    update.mutate(
      { ...changes, version: dropdown.version },
      {
        onSuccess: (saved) => {
          setDropdown(saved);
          setDraft((latest) => draftSince(draft, saved, latest));
          setChoosing(false);
        },
      },
    );
  }
  return (
    <SidePanel
      title={`Edit ${dropdown.name}`}
      context={`#${dropdown.dropdownId} · ${dropdown.kind === 'hardcoded' ? 'Hardcoded values' : 'From command output'}`}
      footer={
        <>
          {current.mayChange && (
            <Button
              variant="subtle"
              color="red"
              mr="auto"
              loading={remove.isPending}
              onClick={() => void askToDelete()}
            >
              Delete
            </Button>
          )}
          <FormFooter
            form={FORM}
            label="Save"
            isPending={update.isPending}
            isDisabled={isDisabled || !isChanged}
          />
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={save}>
        <Stack gap="lg">
          {linked !== null && <LinkBar orgId={orgId} linked={linked} />}
          {isDisabled && (
            <Notice kind="info">
              Only org admins, and engineers of every command that uses this dropdown, can change it.
            </Notice>
          )}
          <TextInput
            label="Name"
            maxLength={200}
            disabled={isDisabled}
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          {dropdown.kind === 'hardcoded' ? (
            <ValuesField text={draft.text} isDisabled={isDisabled} onChange={(text) => set({ text })} />
          ) : (
            <>
              <Sender
                dropdown={dropdown}
                isDisabled={isDisabled}
                isChoosing={isChoosing}
                onChange={() => setChoosing(true)}
              />
              {isChoosing && (
                <SenderStep
                  orgId={orgId}
                  exceptId={linked?.commandId ?? null}
                  chosen={draft.senderCommandId}
                  onChoose={(senderCommandId) =>
                    set({ senderCommandId, valueColumnId: null, displayColumnId: null })
                  }
                />
              )}
              {draft.senderCommandId !== null && (
                <ColumnsStep
                  orgId={orgId}
                  senderId={draft.senderCommandId}
                  columns={draft}
                  isDisabled={isDisabled}
                  onChange={set}
                />
              )}
              <CacheField value={draft.cache} isDisabled={isDisabled} onChange={(cache) => set({ cache })} />
            </>
          )}
          {wasSent && problem !== null && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          {update.error !== null && (
            <ErrorNotice error={update.error} title={`Error updating dropdown ${failedPart(changes)}`} />
          )}
          {remove.error !== null && <ErrorNotice error={remove.error} title="Error deleting dropdown" />}
          <Uses dropdown={current} />
        </Stack>
      </form>
    </SidePanel>
  );
}

function LinkBar({ orgId, linked }: { orgId: string; linked: LinkedInput }) {
  const panels = useSidePanels();
  const link = useLinkDropdown(orgId, linked);
  return (
    <>
      <div className={styles.bar}>
        <Button variant="default" onClick={() => panels.push({ kind: 'choose-dropdown', ...linked })}>
          Switch / create
        </Button>
        <Button
          variant="default"
          loading={link.isPending}
          onClick={() => link.mutate(null, { onSuccess: panels.pop })}
        >
          Unlink
        </Button>
      </div>
      {link.error !== null && <ErrorNotice error={link.error} />}
    </>
  );
}

interface SenderProps {
  dropdown: Dropdown;
  isDisabled: boolean;
  isChoosing: boolean;
  onChange: () => void;
}

function Sender({ dropdown, isDisabled, isChoosing, onChange }: SenderProps) {
  return (
    <div className={styles.linked}>
      <div className={styles.linkedName}>
        <p className={styles.label}>Command</p>
        <p className={styles.help}>{dropdown.sender?.name ?? 'A command that you have no access to'}</p>
      </div>
      {!isChoosing && (
        <Button variant="default" disabled={isDisabled} onClick={onChange}>
          Change command
        </Button>
      )}
    </div>
  );
}

/** The inputs that a change affects. */
function Uses({ dropdown: { uses, useCount } }: { dropdown: Dropdown }) {
  const unseen = useCount - uses.length;
  return (
    <div>
      <p className={styles.label}>Used by</p>
      {useCount === 0 && <p className={styles.help}>No input uses it.</p>}
      <ul className={styles.uses}>
        {uses.map(({ commandName, inputId, inputKey }) => (
          <li key={inputId}>
            {commandName} · {inputKey}
          </li>
        ))}
        {unseen > 0 && (
          <li>{unseen === 1 ? '1 input' : `${unseen} inputs`} of commands that you can't see</li>
        )}
      </ul>
    </div>
  );
}
