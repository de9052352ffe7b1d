'use client';

import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Notice } from '@/components/ui/feedback/notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SignOutNotice } from '@/components/ui/feedback/toasts/sign-out-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listSignInMethods, removeSignInMethod } from '@/lib/contract/people/sign-in';
import { ProviderSignIn, type ShownIssuer } from './provider-sign-in';
import styles from './sign-in-methods.module.css';

interface SignInMethodsProps {
  issuers: readonly ShownIssuer[];
  window: 'redirect' | 'popup';
}

/** The ways in which a person signs in, and those that they can add. */
export function SignInMethods({ issuers, window }: SignInMethodsProps) {
  const methods = useQuery({
    queryKey: queryKey(listSignInMethods, {}),
    queryFn: ({ signal }) => callApi(listSignInMethods, {}, { signal }),
  });
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: (issuer: string) => callApi(removeSignInMethod, { query: { issuer } }),
    onSuccess: async () => {
      toast.success('Sign-in method removed');
      await queryClient.invalidateQueries({ queryKey: [listSignInMethods.id] });
    },
  });
  async function askToRemove(issuer: string, label: string): Promise<void> {
    const isSure = await confirm({
      title: `Remove ${label}?`,
      body: 'It no longer signs you in, and your other sessions that began that way end now.',
      confirmLabel: 'Remove',
      isDangerous: true,
    });
    if (isSure) remove.mutate(issuer);
  }
  return (
    <QueryState query={methods} loading={<Skeleton height={80} />}>
      {(found) => {
        const known = new Set(found.map(({ label }) => label));
        const others = issuers.filter(({ label }) => !known.has(label));
        return (
          <>
            {found.length === 0 && <p>You were let in by the person who runs this server.</p>}
            <ul className={styles.methods}>
              {found.map(({ issuer, label, since }) => (
                <li key={issuer} className={styles.method}>
                  <span className={styles.label}>{label}</span>
                  <span className={styles.since}>
                    since <Moment at={since} as="short" inSentence />
                  </span>
                  {found.length > 1 && (
                    <Button
                      className={styles.remove ?? ''}
                      variant="default"
                      size="compact-sm"
                      aria-label={`Remove ${label}`}
                      loading={remove.isPending && remove.variables === issuer}
                      onClick={() => void askToRemove(issuer, label)}
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {remove.error !== null && <ErrorNotice error={remove.error} />}
            {others.length > 0 && (
              <ProviderSignIn
                issuers={others}
                window={window}
                returnTo={paths.signInMethods}
                purpose="link"
              />
            )}
          </>
        );
      }}
    </QueryState>
  );
}

/** Why the last attempt to add a sign-in method failed, for as long as the page is open. */
export function LinkNotice() {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <SignOutNotice onLoginError={setProblem} />
      {problem !== null && (
        <Notice kind="bad" title="The sign-in method was not added">
          {problem}
        </Notice>
      )}
    </>
  );
}
