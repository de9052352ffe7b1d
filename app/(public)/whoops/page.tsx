import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { LogoutButton } from '@/components/frame/session/logout-button';
import { SessionWatch } from '@/components/frame/session/session-watch';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { whoopsReasonOf, whoopsReasons } from '@/lib/sign-in/failures';
import { env } from '@/server/base/env';
import { currentActor, currentSessionAgeMs } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Not set up yet' };

interface WhoopsPageProps {
  searchParams: Promise<{ why?: string | string[] }>;
}

/** For people who have an account elsewhere but none here yet. Its address may hold the key of a message, never a text. */
export default async function WhoopsPage({ searchParams }: WhoopsPageProps) {
  const { authMode, callUrl, supportEmail } = env();
  const actor = await currentActor();
  const why = whoopsReasonOf([(await searchParams).why].flat()[0]);
  if (actor.kind === 'person' && why === null && actor.memberships.length > 0)
    return <AlreadySetUp name={actor.name} />;
  return (
    <PlainPage title="You are not set up yet">
      {actor.kind === 'person' && <SessionWatch sessionAgeMs={await currentSessionAgeMs()} />}
      <p>
        {why !== null
          ? `${whoopsReasons[why]} `
          : `${actor.kind === 'person' ? `You are signed in as ${actor.name}, and` : 'You can sign in, but'} nobody has set Pushboard up for you yet. `}
        Ask {supportEmail ?? 'your administrator'} {why === null ? 'to do that' : 'for an invitation'}
        {callUrl !== undefined && ', or schedule a call with us'}.
      </p>
      <Group>
        {callUrl !== undefined && <LinkButton href={callUrl}>Schedule a call</LinkButton>}
        {actor.kind === 'person' ? (
          <LogoutButton />
        ) : (
          <>
            {authMode === 'hosted' && why !== null && (
              <LinkButton href={paths.signInAsSomeoneElse()}>Sign in as someone else</LinkButton>
            )}
            <LinkButton href={paths.landing} variant="default">
              Go to the start page
            </LinkButton>
          </>
        )}
      </Group>
    </PlainPage>
  );
}

/** For people who came by an old link, or by Back. */
async function AlreadySetUp({ name }: { name: string }) {
  return (
    <PlainPage title="You are set up">
      <SessionWatch sessionAgeMs={await currentSessionAgeMs()} />
      <p>You are signed in as {name}, and your organization is ready.</p>
      <Group>
        <LinkButton href={paths.landing}>Back to Home</LinkButton>
        <LogoutButton />
      </Group>
    </PlainPage>
  );
}
