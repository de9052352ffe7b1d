import { type Notification, pathOf } from './notification-words';

/** Opening what these are about is not yet doing what they ask for. */
const ASKING: readonly Notification['kind'][] = ['approval_to_answer', 'access_request'];

/**
 * The unread notifications of which an open page shows what they are about, however the person came there.
 *
 * @param address of the page: what a notification leads to may have more parameters
 */
export function seenHere(notifications: readonly Notification[], orgSlug: string, address: URL): number[] {
  return notifications
    .filter(({ isRead, kind }) => !isRead && !ASKING.includes(kind))
    .filter((notification) => {
      const { pathname, searchParams, hash } = new URL(pathOf(orgSlug, notification), address);
      return (
        pathname === address.pathname &&
        (hash === '' || hash === address.hash) &&
        [...searchParams].every(([name, value]) => address.searchParams.get(name) === value)
      );
    })
    .map(({ notificationId }) => notificationId);
}
