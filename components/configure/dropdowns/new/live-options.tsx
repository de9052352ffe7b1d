'use client';

import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { Moment } from '@/components/ui/text/moment';
import type { InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { cellText } from '@/lib/results/table/result-table';
import styles from '../dropdowns.module.css';
import { SenderDefaults } from './sender-defaults';
import type { NewDropdownOf } from './use-new-dropdown';
import { usePreview } from './use-preview';

const MOST_SHOWN = 6;
const VALUES_DELAY_MS = 400;

interface LiveOptionsProps extends NewDropdownOf {
  senderId: number;
  valueColumnId: number;
  displayColumnId: number;
}

/** The options as forms will show them: how many, and the first of them. */
export function LiveOptions({ command, input, senderId, ...columns }: LiveOptionsProps) {
  const [typed, setTyped] = useState<InputValues>({});
  const [values] = useDebouncedValue(typed, VALUES_DELAY_MS);
  const { orgId, commandId } = command;
  const { options, error, isLoading, refresh } = usePreview({
    orgId,
    commandId,
    inputId: input.inputId,
    senderCommandId: senderId,
    values,
    ...columns,
  });
  const names = inputNames(command.template.inputs);
  const needs = [...new Set([...Object.keys(typed), ...(options?.needs ?? [])])];
  return (
    <section aria-label="Options now">
      <h3 className={styles.heading}>
        Options now
        <Button variant="subtle" size="compact-sm" disabled={isLoading} onClick={refresh}>
          Refresh
        </Button>
      </h3>
      {needs.map((key) => (
        <TextInput
          key={key}
          mb="xs"
          label={nameOf(names, key)}
          description="The options depend on it. Enter a value to try it."
          value={cellText(typed[key] ?? '')}
          onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
        />
      ))}
      <SenderDefaults command={command} senderId={senderId} />
      {error !== null && <ErrorNotice error={error} title="The options can't be loaded" />}
      {error === null && (
        <p className={styles.help} role="status" data-failed={options?.state === 'failed' || undefined}>
          {wordsOf(options, isLoading)}
          {options?.state === 'ready' && options.loadedAt !== null && (
            <>
              {' · loaded '}
              <Moment at={options.loadedAt} as="ago" />
            </>
          )}
        </p>
      )}
      {error === null && options !== undefined && options.options.length > 0 && (
        <ul className={styles.options}>
          {options.options.slice(0, MOST_SHOWN).map(({ value, display }) => (
            <li key={cellText(value)}>
              <span>{display}</span>
              {cellText(value) !== display && <code>{cellText(value)}</code>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function wordsOf(options: ReturnType<typeof usePreview>['options'], isLoading: boolean): string {
  if (options?.state === 'failed') return options.message ?? 'The options could not be loaded.';
  if (options?.state === 'waiting') return 'Waiting for the values above';
  if (options === undefined || (isLoading && options.total === 0)) return 'Loading options…';
  if (options.total === 0) return 'No options: the command returned no rows.';
  return options.total === 1 ? '1 option' : `${options.total.toLocaleString('en-US')} options`;
}
