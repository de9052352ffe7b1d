'use client';

import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { ApiError, callApi } from '@/lib/client/api-client';
import { openSignInLink } from '@/lib/contract/people/sign-in';
import { invitationFailureOf, tellFailed } from './invitation/failed-elsewhere';
import { forgetInvitation } from './invitation/pending-invitation';
import { useToken } from './invitation/use-invitation';
import { nextPage } from './use-sign-in';

/** The target of an emailed link. Only a press of the button uses it up: mail scanners open links, but press nothing. */
export function OpenLink() {
  const token = useToken();
  const open = useMutation({
    mutationFn: (body: { token: string; withoutInvitation?: boolean }) => callApi(openSignInLink, { body }),
    onError: (error) => {
      const failure = invitationFailureOf(error);
      if (failure === null) return;
      forgetInvitation();
      tellFailed(failure);
    },
    onSuccess: ({ returnTo }) => window.location.replace(nextPage({ returnTo, failure: null, whoops: null })),
  });
  if (token === '') {
    return (
      <PlainPage title="This link is incomplete">
        <p>The end is missing, perhaps because the line was broken. Copy the whole link from the message.</p>
        <Group>
          <LinkButton href={paths.signIn()}>Go to sign-in</LinkButton>
        </Group>
      </PlainPage>
    );
  }
  if (token !== null && invitationFailureOf(open.error) !== null) {
    return (
      <PlainPage title="You have not joined">
        <p role="alert">{describeError(open.error).message}</p>
        <Group>
          <Button onClick={() => open.mutate({ token, withoutInvitation: true })}>Sign in without it</Button>
          <LinkButton href={paths.signInAsSomeoneElse()} variant="default">
            Use another account
          </LinkButton>
        </Group>
      </PlainPage>
    );
  }
  const isOver = open.error instanceof ApiError && open.error.code === 'not_found';
  return (
    <PlainPage title={isOver ? 'This link no longer works' : 'Sign in to Pushboard'}>
      {open.error === null && <p>Your link is ready. It works once.</p>}
      {open.error !== null && <p role="alert">{describeError(open.error).message}</p>}
      <Group>
        {!isOver && (
          <Button
            disabled={token === null}
            loading={open.isPending || open.isSuccess}
            onClick={() => token !== null && open.mutate({ token })}
          >
            Sign in
          </Button>
        )}
        {open.error !== null && (
          <LinkButton href={paths.signIn()} variant={isOver ? 'filled' : 'default'}>
            Go to sign-in
          </LinkButton>
        )}
      </Group>
    </PlainPage>
  );
}
