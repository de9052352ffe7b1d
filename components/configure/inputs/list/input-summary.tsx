import { IconEyeOff, IconLock } from '@tabler/icons-react';
import type { CommandInput } from '@/components/configure/panel/use-configure';
import { Chip } from '@/components/ui/text/chip';
import styles from './input-list.module.css';

/** An input's key, the name that the form shows, and its type. */
export function InputNames({ input, name }: { input: CommandInput; name: string }) {
  return (
    <span className={styles.names}>
      <span className={styles.key}>{input.key}</span>
      <span className={styles.shown}>
        {name} · {input.type.typeId}
      </span>
    </span>
  );
}

/** Whether an input is required, hidden, or locked. */
export function InputState({ input }: { input: CommandInput }) {
  return (
    <>
      {input.defaultAmbiguousInput === 'required' && <Chip>required</Chip>}
      {input.hidden && <Chip icon={<IconEyeOff size={14} stroke={1.75} aria-hidden />}>Hidden</Chip>}
      {input.conditions !== null && <Chip>Conditional</Chip>}
      {input.locked && <Chip icon={<IconLock size={14} stroke={1.75} aria-hidden />}>Locked</Chip>}
    </>
  );
}
