import { IconMapOff } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';

/** Shown inside the frame, since the person is signed in. */
export default function OrgPageNotFound() {
  return (
    <EmptyNotice
      icon={<IconMapOff size={22} stroke={1.75} />}
      title="This page doesn't exist"
      isPage
      action={<LinkButton href={paths.landing}>Back to Home</LinkButton>}
    >
      It was deleted, or you have no access to it. The person who sent you the link can share it with you.
    </EmptyNotice>
  );
}
