import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Face } from '@/components/ui/people-faces';
import styles from './why-explanation.module.css';
import { consequenceWords, type Explanation, grantWords, verdictWords } from './why-words';

/** What somebody can do with a command, and each thing that gives it to them. */
export function WhyExplanation({ explanation }: { explanation: Explanation }) {
  const { userId, name, email, verdict, grants } = explanation;
  const Icon = verdict.canRun ? IconCircleCheck : IconCircleX;
  return (
    <section aria-label={`Why ${name}`} className={styles.explanation}>
      <div className={styles.person}>
        <Face person={{ userId, name }} size={30} />
        <span className={styles.names}>
          <span className={styles.name}>{name}</span>
          <span className={styles.second}>{email ?? ''}</span>
        </span>
      </div>
      <p className={styles.verdict} data-can={verdict.canRun} role="status">
        <Icon size={18} stroke={1.75} aria-hidden />
        {verdictWords(explanation)}
      </p>
      {grants.length === 0 ? (
        <p className={styles.nothing}>Nothing gives them this command: no grant, no group, no folder.</p>
      ) : (
        <ol className={styles.grants} aria-label="What gives them this command">
          {grants.map((grant) => (
            <li
              key={`${grant.accessLevel} ${grant.group?.groupId} ${grant.folder?.folderId}`}
              className={styles.grant}
              data-void={grant.void !== null}
            >
              <span className={styles.words}>{grantWords(grant)}</span>
              <span className={styles.second}>{consequenceWords(grant, verdict)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
