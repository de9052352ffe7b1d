'use client';

import { Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Notice } from '@/components/ui/feedback/notice';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { COPIED_TOKEN_HOURS, copyToken } from '@/lib/contract/people/tokens';

type State =
  | { kind: 'copying' }
  | { kind: 'copied' }
  /** The browser copies only what a person asks for with a click. */
  | { kind: 'blocked' }
  | { kind: 'failed'; error: unknown };

/**
 * Copies a token of the person and the id of their organization, for a notebook in another window. A page that opens in
 * the background may not write to the clipboard; then its button does.
 */
export function CopyToken({ orgId }: { orgId: string | null }) {
  const [state, setState] = useState<State>({ kind: 'copying' });
  const made = useRef<Promise<string> | null>(null);

  async function copy(): Promise<void> {
    setState({ kind: 'copying' });
    try {
      // A second attempt copies the same token.
      made.current ??= callApi(copyToken, {}).then(({ token }) => JSON.stringify({ token, orgId }));
      const text = await made.current;
      const isCopied = await navigator.clipboard?.writeText(text).then(
        () => true,
        () => false,
      );
      setState({ kind: isCopied === true ? 'copied' : 'blocked' });
    } catch (error) {
      made.current = null;
      setState({ kind: 'failed', error });
    }
  }

  const copyOnArrival = useRef(copy);
  useEffect(() => {
    void copyOnArrival.current();
  }, []);

  return (
    <>
      <p>
        The token acts as you for {COPIED_TOKEN_HOURS} hours. You can revoke it on your account page. Paste it
        only where nobody else can read it.
      </p>
      <div role="status">
        {state.kind === 'copied' && (
          <Notice kind="good">Copied to clipboard! You can now navigate back to the notebook.</Notice>
        )}
        {state.kind === 'blocked' && (
          <Notice kind="info">Your browser didn’t let us copy. Press the button.</Notice>
        )}
      </div>
      {state.kind === 'failed' && <ErrorNotice error={state.error} />}
      <Group>
        <Button
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          loading={state.kind === 'copying'}
          onClick={() => void copy()}
        >
          Copy token
        </Button>
        <LinkButton href={paths.account} variant="default">
          Your account
        </LinkButton>
      </Group>
    </>
  );
}
