import type { Input } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { hasSealedDefault } from '@/lib/inputs/secret-values';
import { defaultText } from '@/lib/results/table/default-text';
import { cellText } from '@/lib/results/table/result-table';
import { type Command, useConfiguredCommand } from '../../panel/use-configure';
import styles from '../dropdowns.module.css';

/** The values that the options' command always runs with: defaults of inputs that this form doesn't have. */
export function SenderDefaults({ command, senderId }: { command: Command; senderId: number }) {
  const sender = useConfiguredCommand(command.orgId, senderId).data;
  if (sender === undefined) return null;
  // Case doesn't matter where inputs are matched by name.
  const own = new Set(command.template.inputs.map(({ key }) => key.toLowerCase()));
  const names = inputNames(sender.template.inputs);
  const used = sender.template.inputs.flatMap((input) => {
    const text = own.has(input.key.toLowerCase()) ? null : textOf(input);
    return text === null ? [] : [{ key: input.key, words: `${nameOf(names, input.key)} = ${text}` }];
  });
  const [first] = used;
  if (first === undefined) return null;
  return (
    <p className={styles.help}>
      {sender.name} runs with {used.map(({ words }) => words).join(', ')}, which{' '}
      {used.length === 1 ? 'is its default' : 'are its defaults'}. An input named {first.key} in this form
      would decide it instead.
    </p>
  );
}

/** A default that the command uses by itself, or that its own form opens with; null for secrets. */
function textOf(input: Input): string | null {
  if (hasSealedDefault(input)) return null;
  return defaultText(input) ?? (input.defaultValue === null ? null : cellText(input.defaultValue));
}
