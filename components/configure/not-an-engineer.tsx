import { IconLock } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/empty-notice';

/** For somebody who has come by an address to what they may not change. */
export function NotAnEngineer() {
  return (
    <EmptyNotice icon={<IconLock size={22} stroke={1.75} />} title="Only its engineers configure a command">
      You can run it. Ask one of its engineers to change it, or to make you one of them.
    </EmptyNotice>
  );
}
