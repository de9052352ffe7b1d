import styles from './message.module.css';
import type { OutboxMessage } from './use-outbox';

/** The content of a message, as plain text. */
export function MessageContent({ message: { content } }: { message: OutboxMessage }) {
  if (content === null) {
    return (
      <p className={styles.gone}>
        This message was sent. Its text and link are for the recipient only and are not kept.
      </p>
    );
  }
  const { paragraphs, note, link, closing } = content;
  return (
    <article className={styles.letter} aria-label="The message">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {note !== null && <blockquote className={styles.note}>{note}</blockquote>}
      {link !== null && (
        <p>
          {link.label}:
          <span className={styles.link} data-open={link.isOpen} data-secret={link.url === null || undefined}>
            {link.url ??
              'Only the message itself has this link, because it makes the person who opens it a member.'}
          </span>
          {!link.isOpen && (
            <span className={styles.closed}>
              This link no longer works: it was used, revoked, or replaced by a newer one, or it has expired.
            </span>
          )}
        </p>
      )}
      <p className={styles.closing}>{closing}</p>
    </article>
  );
}
