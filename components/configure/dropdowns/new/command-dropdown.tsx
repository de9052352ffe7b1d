'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CacheField } from '../cache-field';
import { type ColumnChoice, ColumnsStep } from '../columns-step';
import { type CacheChoice, NO_COLUMNS, NO_COMMAND } from '../dropdown-words';
import styles from '../dropdowns.module.css';
import { useSender, useSenders } from '../use-dropdowns';
import { likelyColumns, likelySender } from './likely-sender';
import { LiveOptions } from './live-options';
import { NewDropdownFrame } from './new-dropdown-frame';
import { SenderSection } from './sender-section';
import { type NewDropdownOf, NO_NAME, useNewDropdown } from './use-new-dropdown';

/** A new dropdown that takes its options from a command, with what most likely fits filled in, and its options live. */
export function CommandDropdown(of: NewDropdownOf) {
  const { command, input } = of;
  const { orgId, commandId } = command;
  const saving = useNewDropdown(of);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [chosenColumns, setColumns] = useState<ColumnChoice | null>(null);
  const [typedName, setName] = useState<string | null>(null);
  const [cache, setCache] = useState<CacheChoice>('none');
  const [wasSent, setSent] = useState(false);
  const senders = (useSenders(orgId).data ?? []).filter((each) => each.commandId !== commandId);
  const suggested = likelySender(command, input, senders);
  const senderId = chosenId ?? suggested?.commandId ?? null;
  // What it returns may be known since the list was read.
  const read = useSender(orgId, senderId).data;
  const sender = read ?? senders.find((each) => each.commandId === senderId);
  const likely = sender === undefined ? null : likelyColumns(input, sender);
  const columns = chosenColumns ?? {
    valueColumnId: likely?.value.outputColumnId ?? null,
    displayColumnId: likely?.display.outputColumnId ?? null,
  };
  const { valueColumnId, displayColumnId } = columns;
  const name = typedName ?? sender?.name ?? '';
  const isNamed = name.trim() !== '';
  const hasColumns = valueColumnId !== null && displayColumnId !== null;

  function save(): void {
    setSent(true);
    if (senderId === null || !hasColumns || !isNamed) return;
    const cacheInterval = cache === 'none' ? null : cache;
    void saving.save({ name, senderCommandId: senderId, ...columns, cacheInterval });
  }
  return (
    <NewDropdownFrame {...of} title="From command output" saving={saving} onSave={save}>
      <SenderSection
        orgId={orgId}
        exceptId={commandId}
        sender={sender}
        isSuggested={chosenId === null}
        problem={wasSent && senderId === null ? NO_COMMAND : null}
        onChoose={(chosen) => {
          setChosenId(chosen);
          setColumns(null);
        }}
      />
      {senderId !== null && (
        <section aria-label="Map dropdown columns">
          <h3 className={styles.heading}>Map dropdown columns</h3>
          <ColumnsStep orgId={orgId} senderId={senderId} columns={columns} onChange={setColumns} />
          {wasSent && !hasColumns && (
            <p className={styles.problem} role="alert">
              {NO_COLUMNS}
            </p>
          )}
        </section>
      )}
      {senderId !== null && hasColumns && (
        <LiveOptions
          {...of}
          senderId={senderId}
          valueColumnId={valueColumnId}
          displayColumnId={displayColumnId}
        />
      )}
      <CacheField value={cache} onChange={setCache} />
      <TextInput
        label="Name"
        description="For engineers: what the options are, such as Countries."
        maxLength={200}
        value={name}
        error={wasSent && !isNamed ? NO_NAME : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </NewDropdownFrame>
  );
}
