'use client';

import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconEyeExclamation } from '@tabler/icons-react';
import { CopyButton } from './copy-button';
import { copyText } from './copy-text';
import styles from './shown-once.module.css';

interface ShownOnceProps {
  /** What it is: "Token", "Secret". */
  label: string;
  text: string;
  /** Whether the button that copies it takes the focus, as in a dialog of its own. */
  takesFocus?: boolean;
}

/** A secret that can't be shown again, with the one button that matters now. */
export function ShownOnce({ label, text, takesFocus = false }: ShownOnceProps) {
  return (
    <div className={styles.once}>
      <p className={styles.warning}>
        <IconEyeExclamation size={18} stroke={1.75} aria-hidden /> Copy it now. It is shown only this once.
      </p>
      <div className={styles.value}>
        <TextInput
          aria-label={label}
          readOnly
          value={text}
          classNames={{ input: styles.machine ?? '' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          data-autofocus={takesFocus || undefined}
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copyText(text, `${label} copied`)}
        >
          Copy {label.toLowerCase()}
        </Button>
      </div>
    </div>
  );
}

/** How a secret is used, complete, with a copy of its own. */
export function CodeExample({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.example} aria-label={title}>
      <div className={styles.exampleHead}>
        <span>{title}</span>
        <CopyButton label={`Copy: ${title}`} text={text} told="Copied to clipboard!" />
      </div>
      <pre className={styles.code} data-fades tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
