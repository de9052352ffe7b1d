import { Button } from '@mantine/core';
import { Moment } from '@/components/ui/text/moment';
import { DEEPEST_SEARCH } from '@/lib/contract/history';
import { formatCount } from '@/lib/runs/row-counts';
import { deeper } from '../history-address';
import styles from './search-reach.module.css';

interface SearchReachProps {
  /** How many runs the search looked through. */
  depth: number;
  /** When the oldest of them was asked for, as ISO 8601. */
  until: string;
  onLookFurther: (depth: number) => void;
}

/** How far a search looked that does not look through all runs, and the way further. */
export function SearchReach({ depth, until, onLookFurther }: SearchReachProps) {
  return (
    <div className={styles.reach} role="status">
      <span>
        Looked through the newest {formatCount(depth)} runs, back to <Moment at={until} as="row" />.{' '}
        {depth < DEEPEST_SEARCH
          ? 'Type three letters or digits in a row to search all runs.'
          : 'Filter by date to look at older ones.'}
      </span>
      {depth < DEEPEST_SEARCH && (
        <Button variant="default" size="compact-sm" onClick={() => onLookFurther(deeper(depth))}>
          Look further
        </Button>
      )}
    </div>
  );
}
