import type { ShownRun } from '@/components/run-stream/shown-runs';
import { type Notification, pathOf } from './notification-words';

/** Opening what these are about is not yet doing what they ask for. */
const ASKING: readonly Notification['kind'][] = ['approval_to_answer', 'access_request'];

const isAbout = ({ kind, runId, approvalId }: Notification, run: ShownRun): boolean =>
  (kind === 'run_ended' && runId === run.runId) ||
  (kind === 'approval_answered' && approvalId !== null && approvalId === run.approvalId);

/**
 * The unread notifications of which an open page shows what they are about, however the person came there.
 *
 * @param address of the page: what a notification leads to may have more parameters
 * @param runs that the page shows, in a card or a panel of any address
 */
export function seenHere(
  notifications: readonly Notification[],
  orgSlug: string,
  address: URL,
  runs: readonly ShownRun[],
): number[] {
  return notifications
    .filter(({ isRead, kind }) => !isRead && !ASKING.includes(kind))
    .filter((notification) => {
      if (runs.some((run) => isAbout(notification, run))) return true;
      const { pathname, searchParams, hash } = new URL(pathOf(orgSlug, notification), address);
      return (
        pathname === address.pathname &&
        (hash === '' || hash === address.hash) &&
        [...searchParams].every(([name, value]) => address.searchParams.get(name) === value)
      );
    })
    .map(({ notificationId }) => notificationId);
}
