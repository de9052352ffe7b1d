'use client';

import { Button, Modal, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconCopy, IconEyeExclamation } from '@tabler/icons-react';
import dialog from '@/components/ui/feedback/dialogs/dialogs.module.css';
import { CopyButton } from '@/components/ui/text/copy-button';
import { copyText } from '@/components/ui/text/copy-text';
import { curlLine, mcpSettings } from './token-examples';
import styles from './token-reveal.module.css';
import { dayOf, scopeTitle } from './token-words';
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
      classNames={{ title: dialog.title, content: dialog.content }}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={styles.about}>
        {scopeTitle(fresh)} · until {dayOf(expiresAt)}
      </p>
      <div className={styles.once}>
        <p className={styles.warning}>
          <IconEyeExclamation size={18} stroke={1.75} aria-hidden /> Copy it now. It is shown only this once.
        </p>
        <div className={styles.value}>
          <TextInput
            aria-label="Token"
            readOnly
            value={token}
            classNames={{ input: styles.machine ?? '' }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            data-autofocus
            leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
            onClick={() => void copyText(token, 'Copied to clipboard!')}
          >
            Copy token
          </Button>
        </div>
      </div>
      <Example title="With curl" text={curlLine(origin, token)} />
      <Example title="In the settings of an MCP client" text={mcpSettings(origin, token)} />
      <div className={styles.foot}>
        <span className={styles.use} data-used={isUsed || undefined} role="status">
          {isUsed ? 'It works: it was just used.' : 'Not used yet.'}
        </span>
        <Button variant="default" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Modal>
  );
}

function Example({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.example} aria-label={title}>
      <div className={styles.exampleHead}>
        <span>{title}</span>
        <CopyButton label={`Copy: ${title}`} text={text} told="Copied to clipboard!" />
      </div>
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
