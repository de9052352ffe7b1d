'use client';

import { Button, Stack } from '@mantine/core';
import { memo } from 'react';
import type { Command, CommandInput } from '@/components/configure/panel/use-configure';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { canBeSecret } from '@/lib/inputs/secrets/secret-names';
import { INVALID_TYPE, isKnownType } from '@/lib/type-systems/known-types';
import styles from '../input-rules.module.css';
import { ValueRow } from '../value-row';
import { SecretSwitch } from './secret-switch';

/** An input's key and type, and whether it is a secret. Where the source allows it, key and type can be edited. */
export const DataType = memo(function DataType({
  command,
  input,
}: {
  command: Command;
  input: CommandInput;
}) {
  const panels = useSidePanels();
  const { inputEdits } = command.template;
  const isKnown = isKnownType(input.type);
  const mayEdit = inputEdits.key || inputEdits.type;
  return (
    <Stack gap="xs" mb="lg">
      <h3 className={styles.heading}>Data type</h3>
      <dl className={styles.values}>
        <ValueRow label="Key" value={input.key} />
        <ValueRow
          label="Type"
          value={`${input.type.typeSystem}::${input.type.typeId}`}
          problem={isKnown ? null : INVALID_TYPE}
        />
      </dl>
      {!isKnown && (
        <p className={styles.caution} role="alert">
          {inputEdits.type
            ? 'The values of this input are not checked. Choose a type that exists.'
            : 'The values of this input are not checked. Sync the command, or change the type at the source.'}
        </p>
      )}
      {canBeSecret(input.type) && <SecretSwitch command={command} input={input} />}
      {mayEdit && (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() =>
            panels.push({ kind: 'edit-input', commandId: command.commandId, inputId: input.inputId })
          }
        >
          {inputEdits.key ? 'Edit key and type' : 'Edit type'}
        </Button>
      )}
    </Stack>
  );
});
