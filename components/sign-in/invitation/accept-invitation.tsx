'use client';

import { Button, Group, Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import {
  forgetInvitation,
  savedJoinToken,
  saveInvitation,
} from '@/components/sign-in/invitation/pending-invitation';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { Splash } from '@/components/ui/layout/splash';
import { Moment } from '@/components/ui/text/moment';
import { paths, safeReturnPath } from '@/lib/base/paths';
import { ApiError } from '@/lib/client/api-client';
import { type Invitation, useAccept, useInvitation, useToken } from './use-invitation';

interface AcceptInvitationProps {
  /** Who is signed in; null for a visitor. */
  person: { userId: string; name: string } | null;
  /** Whether the visitor may become the invited person right away. */
  isDemo: boolean;
  /** Where the link leads after it was accepted. */
  goTo: string | null;
}

/** The page of a link to join: who invites whom to what, and the one thing to do. */
export function AcceptInvitation(props: AcceptInvitationProps) {
  const token = useToken();
  const invitation = useInvitation(token);
  const isClosed = invitation.error instanceof ApiError && invitation.error.code === 'not_found';
  useEffect(() => {
    if (isClosed && savedJoinToken() === token) forgetInvitation();
  }, [isClosed, token]);
  if (token === '') {
    return (
      <Closed title="This link is incomplete">
        The end is missing, perhaps because the line was broken. Copy the whole link from the message.
      </Closed>
    );
  }
  if (isClosed) {
    return (
      <Closed title="This invitation is no longer open">
        It was replaced by a newer one, withdrawn, or is more than a week old. Ask the sender for a new one.
      </Closed>
    );
  }
  if (invitation.data?.isAccepted) return <Joined {...props} invitation={invitation.data} />;
  if (invitation.data !== undefined && token !== null) {
    return <Open {...props} invitation={invitation.data} token={token} />;
  }
  return (
    <PlainPage title="An invitation">
      {invitation.error === null ? (
        <div aria-busy="true">
          <Skeleton height={20} />
          <Skeleton height={36} width={160} mt={20} />
        </div>
      ) : (
        <ErrorNotice
          error={invitation.error}
          onRetry={() => void invitation.refetch()}
          isRetrying={invitation.isFetching}
        />
      )}
    </PlainPage>
  );
}

function Closed({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <PlainPage title={title}>
      <p>{children}</p>
      <Group>
        <LinkButton href={paths.landing}>Back to Home</LinkButton>
      </Group>
    </PlainPage>
  );
}

interface JoinedProps extends AcceptInvitationProps {
  invitation: Invitation;
}

/** The link was used: it leads on, and lets nobody in. */
function Joined({ person, goTo, invitation: { userId, email, orgName, orgSlug } }: JoinedProps) {
  const home = goTo === null ? paths.commands(orgSlug) : safeReturnPath(goTo);
  const isTheirs = person?.userId === userId;
  return (
    <PlainPage title={isTheirs ? `You have joined ${orgName}` : `You have joined ${orgName}: sign in`}>
      <p>
        <strong>{email}</strong> has accepted this invitation.
        {person !== null && !isTheirs && ` You are signed in as ${person.name}.`}
      </p>
      <Group>
        {person === null && <LinkButton href={paths.signIn(home)}>Sign in</LinkButton>}
        {isTheirs && <LinkButton href={home}>Open {orgName}</LinkButton>}
        {person !== null && !isTheirs && <LinkButton href={paths.landing}>Back to Home</LinkButton>}
      </Group>
    </PlainPage>
  );
}

/** Signing in accepts the invitation. Its token waits in this tab, and in no address. */
function signInToJoin(token: string, goTo: string, { email, orgName }: Invitation): void {
  const returnTo = safeReturnPath(goTo);
  saveInvitation({ token, email, orgName, returnTo });
  window.location.assign(paths.signIn(returnTo));
}

interface OpenProps extends AcceptInvitationProps {
  invitation: Invitation;
  token: string;
}

function Open({ person, isDemo, goTo, invitation, token }: OpenProps) {
  const accept = useAccept(token, goTo);
  const { userId, name, email, orgName, role, invitedBy, expiresAt } = invitation;
  const isInvited = person?.userId === userId;
  const canAccept = isInvited || isDemo;
  return (
    <PlainPage title={`Join ${orgName}`}>
      <p>
        {invitedBy} invites <strong>{email}</strong> to {orgName}, as{' '}
        {role === 'admin' ? 'an admin' : 'a member'}. The invitation is open until{' '}
        <Moment at={expiresAt} as="short" />.
      </p>
      {!isInvited && person !== null && (
        <p>
          You are signed in as {person.name}, and this invitation is for someone else
          {isDemo
            ? '. In demo mode you can go on as them.'
            : `. Log out, then sign in as ${email} and open the link again.`}
        </p>
      )}
      {!canAccept && person === null && <p>Sign in as {email} to join.</p>}
      {accept.isPending && <Splash message="Joining org..." />}
      {accept.isSuccess && <Splash message="Loading your orgs..." />}
      {accept.error !== null && <ErrorNotice error={accept.error} />}
      <Group>
        {canAccept && (
          <Button
            loading={accept.isPending || accept.isSuccess}
            onClick={() => accept.mutate({ invitation, mustSignIn: !isInvited })}
          >
            {isInvited ? `Join ${orgName}` : `Continue as ${name}`}
          </Button>
        )}
        {!canAccept && person === null && (
          <Button onClick={() => signInToJoin(token, goTo ?? paths.commands(invitation.orgSlug), invitation)}>
            Sign in
          </Button>
        )}
        {person !== null && (
          <LinkButton href={paths.landing} variant={canAccept ? 'default' : 'filled'}>
            Back to Home
          </LinkButton>
        )}
      </Group>
    </PlainPage>
  );
}
