'use client';

import { Combobox, Input, PillsInput, useCombobox } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import type { GroupRow } from '../panel/sharing';
import type { Viewer } from '../panel/use-viewer';
import { RecipientChip } from './recipient-chip';
import styles from './recipient-field.module.css';
import { RecipientOption } from './recipient-option';
import { groupRecipient, isSame, personRecipient, type Recipient, splitTyped } from './recipients';
import { useFindRecipients } from './use-find-recipients';
import type { RecipientInput } from './use-recipient-input';

interface RecipientFieldProps {
  viewer: Viewer & { org: NonNullable<Viewer['org']> };
  recipients: readonly Recipient[];
  onChange: (recipients: Recipient[]) => void;
  input: RecipientInput;
  /** The default role for added recipients. */
  role: Recipient['role'];
  /** Whether addresses are also invited to the organization. */
  isInvited: boolean;
  /** The groups that have it already. */
  groups: readonly GroupRow[];
  /** Whether there are roles to choose from; a copy has runners alone. */
  hasRoles?: boolean;
  /** Whether they get a result, which has people without roles as recipients, the sender among them. */
  isForResults?: boolean;
}

/** People and groups as chips, with a text at their end that finds more of them. */
export function RecipientField({
  viewer,
  recipients,
  onChange,
  input,
  role,
  isInvited,
  groups,
  hasRoles = true,
  isForResults = false,
}: RecipientFieldProps) {
  const label = isForResults ? 'People' : 'People and groups';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The panel opens before its content has loaded; keyboard users moving along the tabs stay on them.
    if (document.activeElement?.getAttribute('role') !== 'tab') field.current?.focus({ preventScroll: true });
  }, []);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useFindRecipients(viewer.org.orgId, input.text, recipients.length + groups.length + 1);
  const options = [
    ...(found.data?.people ?? [])
      .filter(({ userId, email }) => (isForResults ? email !== null : userId !== viewer.userId))
      .map((one) => personRecipient(one, role)),
    ...(isForResults ? [] : (found.data?.groups ?? []))
      .filter(({ groupId }) => !groups.some(({ id }) => id === groupId))
      .map((one) => groupRecipient(one, role)),
  ]
    .filter((one) => !recipients.some((other) => isSame(other, one)))
    .slice(0, 10);
  const error = recipients.find(({ problem }) => problem !== null)?.problem ?? input.problem;

  function choose(value: string): void {
    const one = options.find((option) => optionOf(option) === value);
    if (one === undefined) return;
    input.choose(one);
    // The role, and what else goes with it, stand below.
    combobox.closeDropdown();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Backspace' && input.text === '' && recipients.length > 0) {
      event.preventDefault();
      onChange(recipients.slice(0, -1));
      return;
    }
    const isEnd = event.key === ',' || event.key === ';' || event.key === 'Enter';
    // Enter on an option selected with the arrow keys chooses it; the list handles that.
    const isOnOption = combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0;
    if (!isEnd || (event.key === 'Enter' && isOnOption)) return;
    // With nothing left to add, Enter shares.
    if (event.key === 'Enter' && input.text.trim() === '') return;
    event.preventDefault();
    const [only] = options;
    if (event.key === 'Enter' && found.isSettled && only !== undefined && options.length === 1)
      choose(optionOf(only));
    else {
      // What the text raises, such as how to add someone from outside, is asked below the field.
      combobox.closeDropdown();
      void input.take();
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = event.clipboardData.getData('text');
    if (splitTyped(pasted).length < 2) return;
    event.preventDefault();
    combobox.closeDropdown();
    void input.take(`${input.text}${pasted}`);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          error={error}
          rightSection={null}
          onClick={() => combobox.openDropdown()}
          classNames={{ input: styles.input ?? '' }}
        >
          <div className={styles.chips}>
            {recipients.map((one) => (
              <RecipientChip
                key={`${one.kind}-${one.id}`}
                recipient={one}
                orgName={viewer.org.name}
                isInvited={isInvited}
                hasRole={hasRoles && !isForResults}
                onRole={(next) =>
                  onChange(recipients.map((other) => (isSame(other, one) ? { ...other, role: next } : other)))
                }
                onRemove={() => onChange(recipients.filter((other) => !isSame(other, one)))}
              />
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                ref={field}
                data-autofocus
                className={styles.field}
                placeholder="Name or email"
                aria-label={label}
                aria-busy={input.isLookingUp}
                autoComplete="off"
                value={input.text}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  combobox.openDropdown();
                  combobox.resetSelectedOption();
                  input.change(event.currentTarget.value);
                }}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
              />
            </Combobox.EventsTarget>
          </div>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options mah={280} className={styles.options} aria-label={label}>
          {options.map((one) => (
            <Combobox.Option key={optionOf(one)} value={optionOf(one)}>
              <RecipientOption recipient={one} search={input.text} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
      {found.isError && (
        <Input.Description mt={4}>The list could not be fetched; addresses can be typed.</Input.Description>
      )}
    </Combobox>
  );
}

const optionOf = ({ kind, id }: Recipient) => `${kind}:${id}`;
