import type { Metadata } from 'next';
import { AcceptInvitation } from '@/components/sign-in/invitation/accept-invitation';
import { isDemoMode } from '@/server/base/demo-mode';
import { currentActor } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Join', referrer: 'no-referrer' };

interface JoinPageProps {
  searchParams: Promise<{ to?: string | string[] }>;
}

/** The target of invitation links. The token is in the fragment, so the server renders this page without it. */
export default async function JoinPage({ searchParams }: JoinPageProps) {
  const actor = await currentActor();
  const { to } = await searchParams;
  return (
    <AcceptInvitation
      person={actor.kind === 'person' ? { userId: actor.userId, name: actor.name } : null}
      isDemo={isDemoMode()}
      goTo={[to].flat()[0] ?? null}
    />
  );
}
