'use client';

import Link from 'next/link';
import { PageTitle } from '@/components/ui/layout/page-title';
import { paths } from '@/lib/base/paths';
import { formatCount } from '@/lib/results/table/row-counts';
import styles from './insight-tabs.module.css';
import { useOpenErrors } from './use-errors';

interface InsightTabsProps {
  org: { orgId: string; slug: string };
  current: 'figures' | 'errors';
}

/** Analytics: its title and its pages, with how many errors are open. */
export function InsightTabs({ org, current }: InsightTabsProps) {
  const open = useOpenErrors(org.orgId);
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Analytics</PageTitle>
      </div>
      <nav className={styles.tabs} aria-label="Analytics">
        <Link
          href={paths.analytics(org.slug)}
          className={styles.tab}
          aria-current={current === 'figures' ? 'page' : undefined}
        >
          Figures
        </Link>
        <Link
          href={paths.errors(org.slug)}
          className={styles.tab}
          aria-current={current === 'errors' ? 'page' : undefined}
        >
          {'Errors '}
          {open !== undefined && open > 0 && (
            <span className={styles.count}>{`${formatCount(open)} open`}</span>
          )}
        </Link>
      </nav>
    </>
  );
}
