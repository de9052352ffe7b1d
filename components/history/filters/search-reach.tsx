import { Button } from '@mantine/core';
import { Moment } from '@/components/ui/text/moment';
import { DEEPEST_SEARCH } from '@/lib/contract/runs/history';
import { formatCount } from '@/lib/results/table/row-counts';
import { deeper } from '../history-address';
import styles from './search-reach.module.css';

interface SearchReachProps {
  /** How many runs were searched. */
  depth: number;
  /** The request time of the oldest one, as ISO 8601. */
  until: string;
  onLookFurther: (depth: number) => void;
}

/** How far a limited search went, and a button to search further. */
export function SearchReach({ depth, until, onLookFurther }: SearchReachProps) {
  return (
    <div className={styles.reach} role="status">
      <span>
        Looked through the newest {formatCount(depth)} runs, back to{' '}
        <Moment at={until} as="short" inSentence />.{' '}
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
