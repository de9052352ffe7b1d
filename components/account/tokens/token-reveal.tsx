'use client';

import { Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import { CodeExample, ShownOnce } from '@/components/ui/text/shown-once';
import { scopeTitle } from '@/lib/access/scope-title';
import { curlLine, mcpSettings } from './token-examples';
import styles from './token-reveal.module.css';
import { dayOf } from './token-words';
import { type FreshToken, type TokenOwner, useTokens } from './use-tokens';

const LOOK_AGAIN_MS = 3_000;

interface TokenRevealProps {
  owner: TokenOwner;
  fresh: FreshToken;
  onClose: () => void;
}

/**
 * Shows a new token, once. It closes by its button only: what is lost here can't be shown again. Its foot tells when the
 * token has been used for the first time.
 */
export function TokenReveal({ owner, fresh, onClose }: TokenRevealProps) {
  const { tokenId, token, name, expiresAt } = fresh;
  const tokens = useTokens(owner, LOOK_AGAIN_MS);
  const now = tokens.data?.pages.flat().find((each) => each.tokenId === tokenId);
  const isUsed = now !== undefined && now.lastUsedAt !== null;
  // A dialog that starts open wouldn't know where the focus came from.
  const isMounted = useMounted();
  const { origin } = window.location;
  return (
    <Modal
      opened={isMounted}
      onClose={onClose}
      title={name}
      size={680}
      padding={24}
      classNames={{ title: dialog.title, content: styles.content }}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={styles.about}>
        {scopeTitle(fresh)} · until {dayOf(expiresAt)}
      </p>
      <ShownOnce label="Token" text={token} takesFocus />
      <div className={styles.example}>
        <CodeExample title="With curl" text={curlLine(origin, token)} />
      </div>
      <div className={styles.example}>
        <CodeExample title="In the settings of an MCP client" text={mcpSettings(origin, token)} />
      </div>
      <div className={styles.foot}>
        <span className={styles.use} data-used={isUsed || undefined} role="status">
          <span className={styles.dot} aria-hidden />
          {isUsed ? 'It works: it was just used.' : 'Not used yet. This changes with its first call.'}
        </span>
        <Button variant="default" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Modal>
  );
}
