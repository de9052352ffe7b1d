'use client';

import { Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ShareDraft } from '../panel/share-draft';
import styles from '../panel/share-form.module.css';

interface NotInOrgProps {
  kind: 'command' | 'folder';
  orgName: string;
  addresses: readonly string[];
  choice: ShareDraft['outsiders'];
  onChoose: (choice: ShareDraft['outsiders']) => void;
  orgRole: ShareDraft['orgRole'];
  onOrgRole: (role: ShareDraft['orgRole']) => void;
  /** Shares with nobody. */
  onNone: () => void;
  onRemove: () => void;
}

/** What to do with addresses of people outside the organization. Folders are only for members. */
export function NotInOrg({
  kind,
  orgName,
  addresses,
  choice,
  onChoose,
  orgRole,
  onOrgRole,
  onNone,
  onRemove,
}: NotInOrgProps) {
  if (addresses.length === 0) return null;
  const who =
    addresses.length === 1 ? `${addresses[0]} is not a member` : `${addresses.join(', ')} are not members`;
  return (
    <section className={styles.outside} aria-label={`Not in ${orgName} yet`}>
      <div className={styles.outsideTitle}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        Not in {orgName} yet
      </div>
      <p className={styles.outsideText}>
        {who} of {orgName}.{kind === 'folder' && ' A folder can only be shared with members.'}
      </p>
      <div className={styles.outsideChoices}>
        <Choice label="Add to both" isChosen={choice === 'both'} onChoose={() => onChoose('both')} />
        {kind === 'command' && (
          <Choice
            label="Only this command"
            isChosen={choice === 'only-this'}
            onChoose={() => onChoose('only-this')}
          />
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={onNone}>
          Don’t add
        </Button>
        <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
          Remove
        </Button>
      </div>
      {choice === 'both' && (
        <div className={styles.outsideRole}>
          <SegmentedControl
            aria-label={`Role in ${orgName}`}
            size="xs"
            value={orgRole}
            onChange={(value) => onOrgRole(value === 'admin' ? 'admin' : 'member')}
            data={[
              { value: 'member', label: 'Member' },
              { value: 'admin', label: 'Org admin' },
            ]}
          />
          {orgRole === 'admin' && (
            <span className={styles.explained}>Admins are engineers of everything in {orgName}.</span>
          )}
        </div>
      )}
    </section>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      aria-pressed={isChosen}
      className={isChosen ? styles.chosen : undefined}
      onClick={onChoose}
    >
      {label}
    </Button>
  );
}
