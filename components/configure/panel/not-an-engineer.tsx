import { IconLock } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';

/** Shown to a person who opened the address of something that they may not change. */
export function NotAnEngineer() {
  return (
    <EmptyNotice icon={<IconLock size={22} stroke={1.75} />} title="Only engineers can configure a command">
      You can run it. To change it, ask one of its engineers, or ask to become one.
    </EmptyNotice>
  );
}
