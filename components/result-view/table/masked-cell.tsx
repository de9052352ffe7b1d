import { UnstyledButton } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import type { JsonValue } from '@/lib/base/json';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import styles from '../result.module.css';
import { Cell } from './cell';

interface MaskedCellProps {
  /** The value if it was revealed before. */
  revealed: JsonValue | undefined;
  /** Named in the button. */
  column: string;
  /** Null for people who may not. */
  onReveal: (() => Promise<void>) | null;
}

/** A masked value, with a button that reveals it for those who may. */
export function MaskedCell({ revealed, column, onReveal }: MaskedCellProps) {
  const [isWaiting, setWaiting] = useState(false);
  if (revealed !== undefined) return <Cell value={revealed} />;
  const reveal = async () => {
    setWaiting(true);
    await onReveal?.();
    setWaiting(false);
  };
  return (
    <>
      {onReveal !== null && (
        <UnstyledButton
          className={styles.open}
          aria-label={`Reveal this ${column}`}
          title="Reveal; the audit log says that you did"
          disabled={isWaiting}
          tabIndex={-1}
          onClick={() => void reveal()}
        >
          <IconEye size={14} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      <span className={styles.masked} title="An engineer of the command has masked this value">
        {MASKED_VALUE}
      </span>
    </>
  );
}
