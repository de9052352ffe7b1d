'use client';

import { Button } from '@mantine/core';
import { IconDownload, IconFilterOff } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import { operationUrl } from '@/lib/client/api-client';
import { exportAudit } from '@/lib/contract/audit/audit';
import { apiFilters, noFilters, useAuditAddress } from './audit-address';
import { AuditList } from './audit-list';
import { AuditSkeleton } from './audit-skeleton';
import styles from './audit-view.module.css';
import { AuditFilterBar } from './filters/audit-filter-bar';
import { EventsElsewhere } from './filters/events-elsewhere';
import { useAudit } from './use-audit';

/** Who did what in the organization, when, and what it was before and after. */
export function AuditView({ org }: { org: { orgId: string; slug: string } }) {
  const { filters, change } = useAuditAddress();
  const log = useAudit(org.orgId, filters);
  const exportUrl = (format: 'csv' | 'jsonl') =>
    operationUrl(exportAudit, {
      params: { orgId: org.orgId },
      query: { filter: apiFilters(filters), format },
    });
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Audit log</PageTitle>
        <div className={styles.exports}>
          <Button
            component="a"
            href={exportUrl('jsonl')}
            download
            variant="subtle"
            color="gray"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            Export as JSON lines
          </Button>
          <Button
            component="a"
            href={exportUrl('csv')}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            Export as CSV
          </Button>
        </div>
      </div>
      <AuditFilterBar
        orgId={org.orgId}
        filters={filters}
        events={log.data?.pages.flat() ?? []}
        onChange={change}
      />
      <EventsElsewhere orgId={org.orgId} filters={filters} onChange={change} />
      <QueryState
        query={log}
        loading={<AuditSkeleton />}
        isEmpty={({ pages }) => pages[0]?.length === 0}
        empty={
          <div className={styles.card}>
            <EmptyNotice
              icon={<IconFilterOff size={22} stroke={1.75} />}
              title="Nothing matches these filters"
              action={<Button onClick={() => change(noFilters)}>Clear the filters</Button>}
            >
              Every change, run and refusal in this organization is recorded here and cannot be altered.
            </EmptyNotice>
          </div>
        }
      >
        {({ pages }) => (
          <div className={styles.card} aria-busy={log.isPlaceholderData}>
            <AuditList org={org} events={pages.flat()} onNarrow={change} />
            <div className={styles.more}>
              {log.hasNextPage ? (
                <Button
                  variant="default"
                  loading={log.isFetchingNextPage}
                  onClick={() => void log.fetchNextPage()}
                >
                  Older events
                </Button>
              ) : (
                <span className={styles.end}>End of the log</span>
              )}
            </div>
          </div>
        )}
      </QueryState>
    </>
  );
}
