import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AskAdmins } from '@/components/command/ask-admins';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';

interface AdminsOnlyPageProps {
  org: { orgId: string; slug: string; name: string };
  /** What admins do on the page: `see all scheduled jobs`. */
  does: string;
  /** What everyone else does instead. */
  children?: ReactNode;
}

/** A page of an organization's admins, for its other members: that it is theirs, and whom to ask. */
export function AdminsOnlyPage({ org, does, children }: AdminsOnlyPageProps) {
  return (
    <EmptyNotice
      icon={<IconLock size={22} stroke={1.75} />}
      title={`Only admins of ${org.name} ${does}`}
      isPage
      action={<LinkButton href={paths.home(org.slug)}>Back to Home</LinkButton>}
    >
      {children} <AskAdmins orgId={org.orgId} />
    </EmptyNotice>
  );
}
