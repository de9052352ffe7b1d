'use client';

import { IconUsers, IconX } from '@tabler/icons-react';
import { roleWords } from '@/lib/access/grant-words';

import styles from './recipient-field.module.css';
import { nameOf, type Recipient } from './recipients';

interface RecipientChipProps {
  recipient: Recipient;
  orgName: string;
  /** Whether an address is also invited to the organization; only then may it be more than a runner. */
  isInvited: boolean;
  hasRole: boolean;
  onRole: (role: Recipient['role']) => void;
  onRemove: () => void;
}

/** A selected recipient: the person, the role (press to change), and a remove button. */
export function RecipientChip({
  recipient,
  orgName,
  isInvited,
  hasRole,
  onRole,
  onRemove,
}: RecipientChipProps) {
  const { role, problem } = recipient;
  const name = nameOf(recipient);
  const isOutside = recipient.kind === 'address';
  return (
    <span
      className={styles.chip}
      data-refused={problem !== null || (hasRole && isOutside && !isInvited)}
      title={problem ?? undefined}
    >
      {recipient.kind === 'group' && <IconUsers size={14} stroke={1.75} aria-hidden />}
      <span className={styles.name}>
        {name}
        {recipient.kind === 'group' && ` · ${recipient.peopleCount}`}
        {isOutside && (isInvited ? `, invited to ${orgName}` : `, not in ${orgName}`)}
      </span>
      {hasRole && (!isOutside || isInvited) && (
        <button
          type="button"
          className={styles.role}
          aria-label={`${name} becomes ${roleWords[role]}; make it ${roleWords[role === 'admin' ? 'runner' : 'admin']}`}
          onClick={(event) => {
            // The surrounding field would take the focus.
            event.stopPropagation();
            onRole(role === 'admin' ? 'runner' : 'admin');
          }}
        >
          {roleWords[role]}
        </button>
      )}
      <button type="button" className={styles.remove} aria-label={`Leave out ${name}`} onClick={onRemove}>
        <IconX size={13} stroke={2} aria-hidden />
      </button>
    </span>
  );
}
