'use client';

import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import Link from 'next/link';
import { attentionWords } from '@/components/command/attention/attention-words';
import { type AttentionItem, useAttention } from '@/components/command/attention/use-attention';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { CardRow, CardTable } from '@/components/ui/table/card-table';
import { paths } from '@/lib/base/paths';
import styles from './attention-view.module.css';

interface AttentionViewProps {
  org: { orgId: string; slug: string };
}

const COLUMNS = ['Command', 'What stopped', 'Whose', 'Remedy'];

/** What no longer works as it was set up, with the way to fix it: of the commands that the reader configures or owns. */
export function AttentionView({ org }: AttentionViewProps) {
  const attention = useAttention(org.orgId);
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Needs attention</PageTitle>
      </div>
      <p className={styles.lead}>
        Jobs, buttons, and rules that stopped working because something they need is gone, and those that the
        next sync would stop. You see your own, and those of the commands that you configure.
      </p>
      <QueryState
        query={attention}
        errorTitle="What needs attention could not be loaded"
        loading={<ListSkeleton rows={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <div className={styles.card}>
            <EmptyNotice icon={<IconCircleCheck size={22} stroke={1.75} />} title="Nothing needs attention">
              When a sync or a change takes away what a job, a button, or a rule needs, it is listed here, and
              you hear about it. Runs that fail are under Errors.
            </EmptyNotice>
          </div>
        }
      >
        {({ items, total }) => (
          <>
            <CardTable label="What needs attention" columns={COLUMNS} minWidth={860}>
              {items.map((item) => (
                <AttentionRow key={keyOf(item)} item={item} org={org} />
              ))}
            </CardTable>
            {total > items.length && (
              <p className={styles.note}>
                {`And ${(total - items.length).toLocaleString('en-US')} more. They appear once these are fixed.`}
              </p>
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

const keyOf = ({ kind, commandId, name, detail }: AttentionItem): string =>
  JSON.stringify([kind, commandId, name, detail]);

function AttentionRow({ item, org }: { item: AttentionItem; org: AttentionViewProps['org'] }) {
  const { what, why, remedy, panel } = attentionWords(item);
  return (
    <CardRow name={item.commandName} columns={COLUMNS}>
      <Link href={paths.builder(org.slug, item.commandId)} prefetch={false} className={styles.command}>
        {item.commandName}
      </Link>
      <span>
        <span className={styles.what}>{what}</span>
        <span className={styles.why}>{why}</span>
      </span>
      <span>{item.ownerName ?? 'Its engineers'}</span>
      <Button
        component={Link}
        href={`${paths.needsAttention(org.slug)}?panel=${panel}`}
        prefetch={false}
        variant="default"
        size="compact-sm"
        aria-label={`${remedy}: ${what} of ${item.commandName}`}
      >
        {remedy}
      </Button>
    </CardRow>
  );
}
