'use client';

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommandSummary } from '@/lib/contract/library/commands';
import type { AuditFilters } from '../audit-address';
import styles from './audit-filter-bar.module.css';

interface EventsElsewhereProps {
  orgId: string;
  filters: AuditFilters;
  onChange: (changes: Partial<AuditFilters>) => void;
}

/** Says of the events for one command that people also get it by its folder, whose events are apart. */
export function EventsElsewhere({ orgId, filters: { about, id }, onChange }: EventsElsewhereProps) {
  const input = { params: { orgId, kitId: Number(id) } };
  const { data } = useQuery({
    queryKey: queryKey(readCommandSummary, input),
    queryFn: ({ signal }) => callApi(readCommandSummary, input, { signal }),
    enabled: about === 'command' && /^\d+$/.test(id),
  });
  if (about !== 'command' || data === undefined) return null;
  const { folderId, folderName, visibility } = data;
  // A private command is its creator's alone, whatever folder it is in.
  if (folderId === null || folderName === null || visibility === 'justme') return null;
  return (
    <p className={styles.elsewhere}>
      Everyone who has the folder {folderName} has this command, too: see the{' '}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => onChange({ about: 'folder', id: String(folderId) })}
      >
        events for {folderName}
      </Button>
    </p>
  );
}
