'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import type { Recipient } from '../recipients/recipients';
import styles from './share-form.module.css';
import type { Shared } from './sharing';

interface ApprovalFirstProps {
  shared: Shared;
  viewerId: string;
  /** Those who don't become admins of the organization. */
  recipients: readonly Recipient[];
}

const MOST_NAMED = 3;
const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** Says before sharing who has to approve it: the engineers of a command that needs approval, for another engineer. */
export function ApprovalFirst({ shared, viewerId, recipients }: ApprovalFirstProps) {
  const { kind, orgId, id: kitId } = shared.subject;
  const engineers = shared.people.filter(({ role, isPending }) => role === 'admin' && !isPending);
  const approvers = engineers.filter(({ id }) => id !== viewerId).map(({ name }) => name);
  const addsEngineer = recipients.some(
    (one) => one.role === 'admin' && !engineers.some(({ id }) => id === one.id),
  );
  const input = { params: { orgId, kitId } };
  const isInQuestion = kind === 'command' && addsEngineer && approvers.length > 0;
  const command = useQuery({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
    enabled: isInQuestion,
  });
  if (!isInQuestion || command.data?.needsApproval !== true) return null;
  const others = approvers.length - MOST_NAMED;
  const who = [...approvers.slice(0, MOST_NAMED), ...(others > 0 ? [`${others} more`] : [])];
  return (
    <p className={styles.told} role="status">
      {anyOf.format(who)} must approve another engineer of this command. We ask them when you press Share.
    </p>
  );
}
