import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import styles from './field.module.css';

/** The engineer's note on an input, shown by a mark next to its name. */
export default function FieldTooltip({ name, text }: { name: string; text: string }) {
  return (
    <Tooltip label={text} multiline maw={320}>
      <UnstyledButton className={styles.info} aria-label={`About ${name}: ${text}`}>
        <IconInfoCircle size={14} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
