import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { LogoutButton } from '@/components/frame/logout-button';
import { SessionWatch } from '@/components/frame/session-watch';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/paths';
import { env } from '@/server/env';
import { currentActor, currentSessionAgeMs } from '@/server/http/page-session';

export const metadata: Metadata = { title: 'Not set up yet' };

/** For people who have an account elsewhere but none here yet. */
export default async function WhoopsPage() {
  const { callUrl, supportEmail } = env();
  const actor = await currentActor();
  return (
    <PlainPage title="You are not set up yet">
      {actor.kind === 'person' && <SessionWatch sessionAgeMs={await currentSessionAgeMs()} />}
      <p>
        {actor.kind === 'person' ? `You are signed in as ${actor.name}, and` : 'You can sign in, but'} nobody
        has set Pushboard up for you yet. Ask {supportEmail ?? 'your administrator'} to do that
        {callUrl !== undefined && ', or schedule a call with us'}.
      </p>
      <Group>
        {callUrl !== undefined && <LinkButton href={callUrl}>Schedule a call</LinkButton>}
        {actor.kind === 'person' ? (
          <LogoutButton />
        ) : (
          <LinkButton href={paths.landing} variant="default">
            To the start page
          </LinkButton>
        )}
      </Group>
    </PlainPage>
  );
}
