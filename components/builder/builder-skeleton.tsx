import { Skeleton } from '@mantine/core';
import styles from './builder-skeleton.module.css';

const fields = ['first', 'second', 'third', 'fourth'];

/** A placeholder for the form. */
export function BuilderSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton height={12} width={140} radius="xs" />
      <Skeleton height={24} width={280} radius="xs" mt={10} />
      <Skeleton height={12} width="60%" radius="xs" mt={14} />
      <div className={styles.card}>
        {fields.map((field) => (
          <div key={field}>
            <Skeleton height={12} width={110} radius="xs" />
            <Skeleton height={34} radius="md" mt={8} />
          </div>
        ))}
      </div>
    </div>
  );
}
