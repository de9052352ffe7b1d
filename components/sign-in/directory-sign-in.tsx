'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { Splash } from '@/components/ui/layout/splash';
import { useIsLive } from '@/components/ui/loading/use-is-live';
import { safeReturnPath } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { startDirectorySignIn } from '@/lib/contract/people/directory-sign-in';
import { readMe, signOut } from '@/lib/contract/people/people';
import { leaveWithLoginError, rememberReturn } from './directory-return';
import styles from './directory-sign-in.module.css';
import { openSignInWindow, type SignInWindow } from './directory-window';

/** What the page is doing: nothing, waiting for the other window, or leaving. */
type Step = 'idle' | 'window' | 'leaving';

/** Signs in with the directory, in a window of its own or in this one. `returnTo` is where to go afterward. */
export function DirectorySignIn({ returnTo }: { returnTo: string | null }) {
  const isLive = useIsLive();
  const [step, setStep] = useState<Step>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const opened = useRef<SignInWindow | null>(null);
  useEffect(() => () => opened.current?.close(), []);

  async function begin(isPopup: boolean): Promise<{ url: string; state: string } | null> {
    setProblem(null);
    try {
      return await callApi(startDirectorySignIn, { body: { isPopup } });
    } catch (error) {
      setProblem(describeError(error).message);
      setStep('idle');
      return null;
    }
  }

  /** A second click brings the window that is open to the front. */
  async function inWindow(): Promise<void> {
    if (opened.current?.focus()) return;
    setStep('window');
    const signInWindow = openSignInWindow();
    if (signInWindow === null) {
      setStep('idle');
      setProblem('The browser blocked the sign-in window. Allow pop-ups, or continue in this window.');
      return;
    }
    opened.current = signInWindow;
    const begun = await begin(true);
    if (begun === null) {
      signInWindow.close();
      opened.current = null;
      return;
    }
    const outcome = await signInWindow.follow(begun.url, begun.state);
    opened.current = null;
    switch (outcome.kind) {
      case 'done':
        setStep('leaving');
        window.location.assign(safeReturnPath(returnTo));
        return;
      case 'cancelled': {
        // A window that closes at once may take its last message with it.
        const person = await callApi(readMe, {}).catch(() => null);
        if (person === null) setStep('idle');
        else window.location.assign(safeReturnPath(returnTo));
        return;
      }
      case 'offline':
        setStep('idle');
        setProblem(outcome.message);
        return;
      case 'failed':
        await callApi(signOut, {}).catch(() => undefined);
        leaveWithLoginError(outcome.message, returnTo ?? undefined);
    }
  }

  async function here(): Promise<void> {
    setStep('leaving');
    const begun = await begin(false);
    if (begun === null) return;
    rememberReturn(begun.state, returnTo);
    window.location.assign(begun.url);
  }

  return (
    <div className={styles.ways}>
      {step === 'leaving' && <Splash message="Fetching your user info..." />}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button size="md" onClick={() => void inWindow()} disabled={!isLive || step === 'leaving'}>
        {step === 'window' ? 'Continue in the other window' : 'Sign in with Microsoft'}
      </Button>
      <Button variant="subtle" onClick={() => void here()} disabled={!isLive || step !== 'idle'}>
        Continue in this window
      </Button>
    </div>
  );
}
