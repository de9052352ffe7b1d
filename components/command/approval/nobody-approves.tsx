'use client';

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/ui/feedback/notice';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readMe } from '@/lib/contract/people/people';
import { listCommandPeople } from '@/lib/contract/sharing/sharing';
import styles from './nobody-approves.module.css';

interface NobodyApprovesProps {
  command: { orgId: string; commandId: number };
}

/** Says that the person couldn't run the command if it needed approval, because it has no other engineer. */
export function NobodyApproves({ command: { orgId, commandId } }: NobodyApprovesProps) {
  const panels = useSidePanels();
  const me = useQuery({
    queryKey: queryKey(readMe, {}),
    queryFn: ({ signal }) => callApi(readMe, {}, { signal }),
  });
  const input = { params: { orgId, kitId: commandId } };
  const people = useQuery({
    queryKey: queryKey(listCommandPeople, input),
    queryFn: ({ signal }) => callApi(listCommandPeople, input, { signal }),
  });
  if (me.data == null || people.data === undefined) return null;
  const { userId: own } = me.data;
  const canAnswer = people.data.people.some(
    ({ userId, role, isPending, isDeleted }) =>
      role === 'admin' && userId !== own && !isPending && !isDeleted,
  );
  if (canAnswer) return null;
  return (
    <Notice kind="info" title="Nobody can approve your runs yet">
      <p>You are the only engineer of this command. Share it with another engineer, who can then approve.</p>
      <Button
        size="xs"
        variant="default"
        className={styles.share}
        onClick={() => panels.push({ kind: 'share', commandId })}
      >
        Share
      </Button>
    </Notice>
  );
}
