import { roleWords } from '@/lib/access/grant-words';
import { nameOf, type Recipient } from '../recipients/recipients';
import styles from './share-form.module.css';
import { originWords, type PersonRow, type Shared } from './sharing';

/** Previews what sharing will change for recipients who already have access. */
export function WhatChanges({ shared, recipients }: { shared: Shared; recipients: readonly Recipient[] }) {
  const known = recipients.flatMap((one) => {
    const row = one.kind === 'person' ? shared.people.find(({ id }) => id === one.id) : undefined;
    return row === undefined ? [] : [{ one, row }];
  });
  if (known.length === 0) return null;
  return (
    <div role="status">
      <ul className={styles.changes} aria-label="Who has it already">
        {known.map(({ one, row }) => (
          <li key={one.id}>{changeOf(one, row)}</li>
        ))}
      </ul>
    </div>
  );
}

function changeOf(one: Recipient, row: PersonRow): string {
  const has = `${nameOf(one)} is already ${row.role === 'admin' ? 'an engineer' : 'a runner'}`;
  const by = originWords(row.origin);
  const through = by === null ? '' : `, ${by}`;
  if (row.origin.kind === 'here' && row.role !== one.role)
    return `${has}; the role becomes ${roleWords[one.role]}.`;
  const isStronger = row.role !== 'admin' && one.role === 'admin';
  return isStronger ? `${has}${through}; this makes them an engineer.` : `${has}${through}.`;
}
