import { IconEyeOff, IconLock } from '@tabler/icons-react';
import type { CommandInput } from '@/components/configure/panel/use-configure';
import { Chip } from '@/components/ui/text/chip';
import type { InputCheck } from '@/lib/settings/condition-terms';
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

interface InputStateProps {
  input: CommandInput;
  checks: readonly InputCheck[];
}

/** What is special about an input: whether it is required, hidden, or locked, and how it is filled in and checked. */
export function InputState({ input, checks }: InputStateProps) {
  const { key, dropdownId, defaultValue, defaultExpression } = input;
  return (
    <>
      {dropdownId !== null && <Chip>Dropdown</Chip>}
      {checks.some(({ left, right }) => left === key || right === key) && <Chip>Check</Chip>}
      {(defaultValue !== null || defaultExpression !== null) && <Chip>Default</Chip>}
      {input.defaultAmbiguousInput === 'required' && <Chip>required</Chip>}
      {input.hidden && <Chip icon={<IconEyeOff size={14} stroke={1.75} aria-hidden />}>Hidden</Chip>}
      {input.conditions !== null && <Chip>Conditional</Chip>}
      {input.locked && <Chip icon={<IconLock size={14} stroke={1.75} aria-hidden />}>Locked</Chip>}
    </>
  );
}
