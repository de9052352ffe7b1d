'use client';

import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Notice } from '@/components/ui/feedback/notice';
import { SignOutNotice } from '@/components/ui/feedback/toasts/sign-out-notice';
import { onFailedElsewhere } from './invitation/failed-elsewhere';
import { beginWithout, FailedInvitationNotice } from './invitation/failed-invitation-notice';
import {
  type FailedInvitation,
  failInvitation,
  type PendingInvitation,
  savedInvitation,
  takeFailedInvitation,
} from './invitation/pending-invitation';

/** What a person should know before they sign in: why the last attempt failed, and which invitation they come with. */
export function SignInNotice() {
  const [problem, setProblem] = useState<string | null>(null);
  const [failed, setFailed] = useState<FailedInvitation | null>(null);
  const [pending, setPending] = useState<PendingInvitation | null>(null);
  useEffect(() => {
    setFailed((before) => takeFailedInvitation() ?? before);
    setPending(savedInvitation());
    return onFailedElsewhere((failure) => {
      failInvitation(failure);
      setFailed((before) => takeFailedInvitation() ?? before);
      setPending(savedInvitation());
    });
  }, []);
  return (
    <>
      <SignOutNotice onLoginError={setProblem} />
      {failed !== null && <FailedInvitationNotice failed={failed} />}
      {failed === null && problem !== null && (
        <Notice kind="bad" title="You are not signed in">
          {problem}
        </Notice>
      )}
      {pending !== null && <PendingNotice invitation={pending} />}
    </>
  );
}

function PendingNotice({ invitation: { email, orgName } }: { invitation: PendingInvitation }) {
  return (
    <Notice kind="info" title={`Join ${orgName}`}>
      Sign in as <strong>{email}</strong> to accept the invitation.
      <Group mt={8}>
        <Button variant="default" size="compact-sm" onClick={beginWithout}>
          Sign in without it
        </Button>
      </Group>
    </Notice>
  );
}
