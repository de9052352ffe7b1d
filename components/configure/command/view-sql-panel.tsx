'use client';

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MonoBlock } from '@/components/result-view/mono-block';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { copyText } from '@/components/ui/text/copy-text';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readSql } from '@/lib/contract/command/view-sql';
import styles from './view-sql-panel.module.css';

/** The SQL that a command sends, to read and to copy. */
export function ViewSqlPanel({ orgId, commandId }: { orgId: string; commandId: number }) {
  const panels = useSidePanels();
  const input = { params: { orgId, kitId: commandId } };
  const sql = useQuery({
    queryKey: queryKey(readSql, input),
    queryFn: ({ signal }) => callApi(readSql, input, { signal }),
  });
  const text = sql.data?.sql;
  return (
    <SidePanel
      title="View SQL"
      context="Each :name stands for the value of that input"
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Back
          </Button>
          <Button
            disabled={text === undefined}
            onClick={() => text !== undefined && void copyText(text, 'SQL copied to clipboard')}
          >
            Copy
          </Button>
        </>
      }
    >
      <QueryState query={sql} loading={<LinesSkeleton lines={5} />}>
        {(read) => (
          <div className={styles.sql}>
            <MonoBlock label="SQL" text={read.sql} />
          </div>
        )}
      </QueryState>
    </SidePanel>
  );
}
