'use client';

import { Button } from '@mantine/core';
import { IconAsterisk, IconEye, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import { scopeTitle } from '@/lib/access/scope-title';
import styles from './token-section.module.css';
import { dayOf, expiryOf, scopeDetail } from './token-words';
import type { Token } from './use-tokens';

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;
const scopeIcons = {
  everything: <IconAsterisk {...icon} />,
  read: <IconEye {...icon} />,
  run: <IconPlayerPlay {...icon} />,
};

interface TokenRowProps {
  token: Token;
  onEdit: () => void;
  onRevoke: () => Promise<void>;
}

/** One token: what it can do, when and from where it was last used, and when it ends. */
export function TokenRow({ token, onEdit, onRevoke }: TokenRowProps) {
  const [isRevoking, setRevoking] = useState(false);
  const { name, hint, scope, audience, lastUsedAt, lastAddress, expiresAt } = token;
  const expiry = expiryOf(expiresAt, Date.now());
  const revoke = async () => {
    setRevoking(true);
    await onRevoke();
    setRevoking(false);
  };
  return (
    <li className={styles.row} data-state={expiry.state}>
      <div className={styles.cell}>
        <div className={styles.name} title={name}>
          {name}
        </div>
        <div className={styles.hint}>{hint === null ? 'pb_…' : `pb_…${hint}`}</div>
      </div>
      <div className={styles.cell}>
        <Chip kind={scope === 'everything' ? 'caution' : 'plain'} icon={scopeIcons[scope]}>
          {scopeTitle(token)}
        </Chip>
        <div className={styles.small} title={scopeDetail(token)}>
          {scopeDetail(token)}
        </div>
      </div>
      <div className={styles.cell}>
        <div className={styles.use}>
          {lastUsedAt === null ? 'Not used yet' : <Moment at={lastUsedAt} as="ago" />}
        </div>
        <div className={styles.small}>
          {audience !== null ? 'Connected program' : lastAddress !== null && `from ${lastAddress}`}
        </div>
      </div>
      <div className={styles.cell}>
        <div className={styles.ends}>{dayOf(expiresAt)}</div>
        <div className={styles.expiry} data-state={expiry.state}>
          {expiry.text}
        </div>
      </div>
      <div className={styles.actions}>
        {expiry.state !== 'over' && (
          <Button variant="default" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          className={expiry.state === 'over' ? undefined : styles.taking}
          loading={isRevoking}
          aria-label={`${expiry.state === 'over' ? 'Remove' : 'Revoke'} ${name}`}
          onClick={() => void revoke()}
        >
          {expiry.state === 'over' ? 'Remove' : 'Revoke'}
        </Button>
      </div>
    </li>
  );
}
