'use client';

import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Splash } from '@/components/ui/layout/splash';
import { useIsLive } from '@/components/ui/loading/use-is-live';
import type { SignInPurpose } from './begin-sign-in';
import { useSignIn } from './use-sign-in';

/** An identity provider as its button shows it. */
export interface ShownIssuer {
  id: string;
  label: string;
}

interface ProviderSignInProps {
  issuers: readonly ShownIssuer[];
  window: 'redirect' | 'popup';
  returnTo: string | null;
  purpose: SignInPurpose;
  /** Whether to go to the only provider right away. */
  beginsAtOnce?: boolean;
}

const verbs: Record<SignInPurpose, string> = {
  signIn: 'Continue with',
  signUp: 'Sign up with',
  someoneElse: 'Continue with',
  link: 'Add',
};

/** A button for each identity provider. */
export function ProviderSignIn({
  issuers,
  returnTo,
  purpose,
  window,
  beginsAtOnce = false,
}: ProviderSignInProps) {
  const signIn = useSignIn({ returnTo, purpose, window });
  const isLeaving = signIn.isPending || signIn.data === 'leaving';
  const isLive = useIsLive();
  const begun = useRef(false);
  const only = beginsAtOnce && window === 'redirect' && issuers.length === 1 ? issuers[0] : undefined;
  const { mutate } = signIn;
  useEffect(() => {
    if (only === undefined || begun.current) return;
    begun.current = true;
    mutate(only.id);
  }, [only, mutate]);
  return (
    <>
      {isLeaving && window === 'redirect' && <Splash message="Opening the sign-in service..." />}
      {signIn.error !== null && <ErrorNotice title="You are not signed in" error={signIn.error} />}
      <Stack gap="sm" align="stretch">
        {issuers.map(({ id, label }) => (
          <Button
            key={id}
            variant={issuers.length === 1 ? 'filled' : 'default'}
            disabled={!isLive || (isLeaving && signIn.variables !== id)}
            loading={isLeaving && signIn.variables === id}
            onClick={() => signIn.mutate(id)}
          >
            {verbs[purpose]} {label}
          </Button>
        ))}
      </Stack>
    </>
  );
}
