'use client';

import { StatusPill } from '@/components/ui/feedback/status-pill';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import styles from './outbox-list.module.css';
import { heldBecause, kindWords, shortSubject, stateOf } from './outbox-words';
import type { OutboxRow } from './use-outbox';

/** Messages as a table with one row each; on a phone each is a card. */
export function OutboxList({ rows }: { rows: readonly OutboxRow[] }) {
  return (
    <table aria-label="Messages" className={styles.table}>
      <thead className={styles.block}>
        <tr className={styles.head}>
          <th scope="col">Status</th>
          <th scope="col">Message</th>
          <th scope="col">To</th>
          <th scope="col">By</th>
          <th scope="col">Created</th>
        </tr>
      </thead>
      <tbody className={styles.block}>
        {rows.map((row) => (
          <MessageRow key={row.mailId} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** The subject opens the message, and covers the whole row. */
function MessageRow({ row }: { row: OutboxRow }) {
  const panels = useSidePanels();
  const isHeld = usePanelPage()?.isHeld ?? false;
  const panel = { kind: 'message', mailId: row.mailId } as const;
  return (
    <tr className={styles.row}>
      <td className={styles.state}>
        <StatusPill {...stateOf(row, isHeld)} />
      </td>
      <td className={styles.message}>
        <a
          href={`?panel=${panelAddress(panel)}`}
          className={styles.subject}
          onClick={(event) => {
            // In a new tab or window it is a link like any other.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            panels.push(panel);
          }}
        >
          {shortSubject(row.subject)}
        </a>
        <span className={styles.kind}>
          {heldBecause(row, isHeld) ?? row.lastError ?? kindWords[row.kind]}
        </span>
      </td>
      <td className={styles.to}>
        <span>{row.toName}</span>
        <span className={styles.address}>{row.toAddress}</span>
      </td>
      <td className={styles.by}>{row.sentBy}</td>
      <td className={styles.when}>
        <Moment at={row.createdAt} as="ago" />
      </td>
    </tr>
  );
}
