'use client';

import { usePanelPage } from '@/components/ui/panels/panel-page';
import styles from '../jobs.module.css';

/** Whether this Pushboard sends mail itself. */
export const useSendsMail = (): boolean => usePanelPage()?.sendsMail ?? true;

/** Says that mail about a job reaches nobody while no mail server is set up. */
export function NoMailServer() {
  if (useSendsMail()) return null;
  return (
    <div className={styles.notice} role="status">
      <p>
        No mail server is set up, so mail is not sent: it waits in the outbox, which only admins open. Choose
        another way until then.
      </p>
    </div>
  );
}
