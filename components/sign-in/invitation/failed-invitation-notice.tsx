'use client';

import { Button, Group } from '@mantine/core';
import { Notice } from '@/components/ui/feedback/notice';
import { paths } from '@/lib/base/paths';
import { signInFailures } from '@/lib/sign-in/failures';
import { type FailedInvitation, forgetInvitation, saveInvitation } from './pending-invitation';

interface FailedInvitationNoticeProps {
  failed: FailedInvitation;
  /** Signs in without the invitation, where that needs nothing more of the person; by default, they begin again. */
  onWithout?: () => void;
  isPending?: boolean;
}

/** Says why an invitation let nobody in, and how to go on. */
export function FailedInvitationNotice({
  failed: { invitation, failure },
  onWithout = beginWithout,
  isPending = false,
}: FailedInvitationNoticeProps) {
  const isOver = failure === 'invitationClosed';
  return (
    <Notice kind="bad" title={`You have not joined ${invitation.orgName}`}>
      {signInFailures[failure]} {isOver ? 'Ask the sender for a new one.' : `It invites ${invitation.email}.`}
      <Group mt={8} gap={8}>
        <Button variant="default" size="compact-sm" loading={isPending} onClick={onWithout}>
          Sign in without it
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            if (!isOver) saveInvitation(invitation);
            window.location.assign(paths.signInAsSomeoneElse(isOver ? undefined : invitation.returnTo));
          }}
        >
          Use another account
        </Button>
      </Group>
    </Notice>
  );
}

/** The page that the invitation leads to is closed to everyone else, so the sign-in leads home. */
export function beginWithout(): void {
  forgetInvitation();
  window.location.assign(paths.signIn());
}
