'use client';

import { Button, Stack } from '@mantine/core';
import { ShownOnce } from '@/components/ui/text/shown-once';
import styles from '../jobs.module.css';

/** The key that signs a webhook's messages, which is shown once. */
export function SigningKey({ text, onDone }: { text: string; onDone: () => void }) {
  return (
    <Stack gap="lg">
      <ShownOnce label="Key" text={text} />
      <SignatureNote />
      <div className={styles.actions}>
        <Button variant="default" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </Stack>
  );
}

/** How a program checks that a message is from here. */
export function SignatureNote() {
  return (
    <p className={styles.quiet}>
      Each message has the header <code>Pushboard-Signature: t=…,v1=…</code>: the HMAC-SHA-256, in hex, of the
      time, a dot, and the body, with this key.
    </p>
  );
}
