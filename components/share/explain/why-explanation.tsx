import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Face } from '@/components/command/people-faces';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import styles from './why-explanation.module.css';
import type { AccessExplanation } from './why-words';

/** What a person can do with a command or a folder, and each thing that allows it. */
export function WhyExplanation({ person, can, verdict, grants, none }: AccessExplanation) {
  const Icon = can ? IconCircleCheck : IconCircleX;
  return (
    <section aria-label={`Why ${person.name}`} className={styles.explanation}>
      <div className={styles.person}>
        <Face person={person} size={30} />
        <span className={styles.names}>
          <span className={styles.name}>{person.name}</span>
          <span className={styles.second}>{person.email ?? ''}</span>
        </span>
      </div>
      <p className={styles.verdict} data-can={can} role="status">
        <Icon size={18} stroke={1.75} aria-hidden />
        {verdict}
      </p>
      {grants.length === 0 ? (
        <EmptyLine>{none}</EmptyLine>
      ) : (
        <ol className={styles.grants} aria-label="Where their access comes from">
          {grants.map(({ key, words, consequence, isVoid }) => (
            <li key={key} className={styles.grant} data-void={isVoid}>
              <span className={styles.words}>{words}</span>
              <span className={styles.second}>{consequence}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
