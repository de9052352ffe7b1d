'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useEarlyTyping } from '@/components/input-form/state/use-early-typing';
import { savedInvitation, savedJoinToken } from '@/components/sign-in/invitation/pending-invitation';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { focusOnMount } from '@/components/ui/feedback/focus-on-mount';
import { callApi } from '@/lib/client/api-client';
import { requestSignInLink } from '@/lib/contract/people/sign-in';
import { wantedAddress } from './begin-sign-in';

/** How long after its request for a link the page looks whether mail is late: it fails at once, or only after a while. */
const LOOK_AGAIN_MS = [10_000, 60_000];

/** Asks for an address, and sends it a link to sign in with. */
export function EmailSignIn({ returnTo }: { returnTo: string | null }) {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  useEarlyTyping(form, (_control, text) => setEmail(text));
  useEffect(() => setEmail((typed) => typed || (savedInvitation()?.email ?? '')), []);
  const [isInvalid, setInvalid] = useState(false);
  const request = useMutation({
    mutationFn: () =>
      callApi(requestSignInLink, {
        body: { email: email.trim(), returnTo: wantedAddress(returnTo), joinToken: savedJoinToken() },
      }),
  });
  const router = useRouter();
  useEffect(() => {
    if (!request.isSuccess) return;
    const looks = LOOK_AGAIN_MS.map((delayMs) => setTimeout(() => router.refresh(), delayMs));
    return () => looks.forEach(clearTimeout);
  }, [request.isSuccess, router]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const isValid = requestSignInLink.body.safeParse({ email: email.trim() }).success;
    setInvalid(!isValid);
    if (isValid) request.mutate();
  }
  if (request.isSuccess) {
    return (
      <div role="status" tabIndex={-1} ref={focusOnMount}>
        <p>
          If <strong>{email.trim()}</strong> can sign in here, a message is on its way. Open its link in this
          browser within {request.data.minutes} minutes.
        </p>
        <Button variant="default" mt={12} onClick={() => request.reset()}>
          Use another address, or send again
        </Button>
      </div>
    );
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          description="We'll email you a sign-in link. You don't need a password."
          error={isInvalid && 'Not a valid email!'}
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setInvalid(false);
          }}
        />
        {request.error !== null && <ErrorNotice title="No link was sent" error={request.error} />}
        <div>
          <Button type="submit" disabled={email.trim() === ''} loading={request.isPending}>
            Send the link
          </Button>
        </div>
      </Stack>
    </form>
  );
}
