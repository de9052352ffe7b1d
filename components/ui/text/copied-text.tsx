'use client';

import styles from './copied-text.module.css';
import { CopyButton } from './copy-button';

interface CopiedTextProps {
  label: string;
  text: string;
  /** What the toast says. */
  told: string;
}

/** A text that people take elsewhere, with a button that copies it. */
export function CopiedText({ label, text, told }: CopiedTextProps) {
  return (
    <div>
      <p className={styles.heading}>{label}</p>
      <div className={styles.line}>
        <span className={styles.text}>{text}</span>
        <CopyButton text={text} label={`Copy the ${label.toLowerCase()}`} told={told} />
      </div>
    </div>
  );
}
