import { IconUsers } from '@tabler/icons-react';
import { Face } from '@/components/command/people-faces';
import { Marked } from '@/components/ui/text/marked';
import { counted } from '@/lib/base/text/counted';
import styles from './recipient-field.module.css';
import type { Recipient } from './recipients';

/** One search result for the typed text, with the match highlighted. */
export function RecipientOption({ recipient, search }: { recipient: Recipient; search: string }) {
  const terms = search.trim() === '' ? [] : [search.trim().toLowerCase()];
  if (recipient.kind === 'address') return recipient.id;
  return (
    <span className={styles.option}>
      {recipient.kind === 'person' ? (
        <Face person={{ userId: recipient.id, name: recipient.name }} />
      ) : (
        <span className={styles.groupIcon}>
          <IconUsers size={16} stroke={1.75} aria-hidden />
        </span>
      )}
      <span className={styles.names}>
        <span>
          <Marked text={recipient.name} terms={terms} />
        </span>
        <span className={styles.second}>
          {recipient.kind === 'person' ? (
            <Marked text={recipient.email ?? 'no email'} terms={terms} />
          ) : (
            counted(recipient.peopleCount, 'person', 'people')
          )}
        </span>
      </span>
    </span>
  );
}
