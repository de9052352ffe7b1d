import { anyOf } from '@/lib/base/text/lists';
import type { Recipient } from '../recipients/recipients';
import styles from './share-form.module.css';
import type { Shared } from './sharing';

interface ApprovalFirstProps {
  shared: Shared;
  /** Whether the other engineers approve its runs. */
  needsApproval: boolean;
  viewerId: string;
  /** Those who don't become admins of the organization. */
  recipients: readonly Recipient[];
}

const MOST_NAMED = 3;

/** Says before sharing who has to approve it: the engineers of a command that needs approval, for another engineer. */
export function ApprovalFirst({ shared, needsApproval, viewerId, recipients }: ApprovalFirstProps) {
  const engineers = shared.people.filter(({ role, isPending }) => role === 'admin' && !isPending);
  const approvers = engineers.filter(({ id }) => id !== viewerId).map(({ name }) => name);
  const addsEngineer = recipients.some(
    (one) => one.role === 'admin' && !engineers.some(({ id }) => id === one.id),
  );
  if (!needsApproval || !addsEngineer || approvers.length === 0) return null;
  const others = approvers.length - MOST_NAMED;
  const who = [...approvers.slice(0, MOST_NAMED), ...(others > 0 ? [`${others} more`] : [])];
  return (
    <p className={styles.told} role="status">
      {anyOf(who)} must approve another engineer of this command. We ask them when you press Share.
    </p>
  );
}
