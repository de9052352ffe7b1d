import { Radio, Stack, TextInput } from '@mantine/core';
import styles from '../decorations.module.css';
import type { ButtonEditorState } from './use-button-editor';

const KEEP = 'dont_duplicate';
const DUPLICATE = 'duplicate';

/** Whether a button opens the chosen command itself, or a duplicate whose inputs are configured for it alone. */
export function DuplicateSection({ state: { draft, set, target, problems } }: { state: ButtonEditorState }) {
  const mayDuplicate = target?.role === 'admin';
  const title = `Duplicate ${target?.name ?? 'command'}?`;
  return (
    <section id="button-copy" aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <p className={styles.note}>
        Duplicate the command if its inputs will be configured differently for this button.
      </p>
      <Radio.Group
        value={draft.duplicateName === null ? KEEP : DUPLICATE}
        onChange={(choice) => set({ duplicateName: choice === KEEP ? null : `${target?.name ?? ''} Copy` })}
        aria-label="Duplicate the command?"
        mt="xs"
      >
        <Stack gap="xs">
          <Radio value={KEEP} label="Don't duplicate" />
          <Radio
            value={DUPLICATE}
            label="Duplicate"
            disabled={!mayDuplicate}
            description={mayDuplicate ? undefined : 'Only engineers of the command can duplicate it.'}
          />
        </Stack>
      </Radio.Group>
      {draft.duplicateName !== null && (
        <TextInput
          label="Name of the duplicate"
          mt="sm"
          maxLength={100}
          value={draft.duplicateName}
          error={problems?.duplicate}
          onChange={(event) => set({ duplicateName: event.currentTarget.value })}
        />
      )}
    </section>
  );
}
