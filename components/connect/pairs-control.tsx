'use client';

import { ActionIcon, Button, Group, Input, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ClipboardEvent, useState } from 'react';
import { type Pairs, pairsIn, type SchemaField } from '@/components/ui/fields/schema-fields';
import { readVariables } from '@/lib/sources/variables-file';
import styles from './pairs-control.module.css';

interface PairsControlProps {
  field: SchemaField;
  value: string;
  error: string | undefined;
  /** The names whose values are saved. They aren't shown, and stay unless they are replaced or removed. */
  savedNames: readonly string[];
  onChange: (value: string) => void;
}

/** Names with a secret value each, as in a `.env` file, of which the text can be pasted. */
export function PairsControl({ field, value, error, savedNames, onChange }: PairsControlProps) {
  const pairs = pairsIn(value);
  const [name, setName] = useState('');
  const [unread, setUnread] = useState(0);
  const set = (changed: Pairs) => onChange(Object.keys(changed).length === 0 ? '' : JSON.stringify(changed));
  const change = (of: string, to: string | null | undefined) => {
    const { [of]: _, ...others } = pairs;
    set(to === undefined ? others : { ...pairs, [of]: to });
  };
  const names = [...new Set([...savedNames, ...Object.keys(pairs)])];
  const add = () => {
    const wanted = name.trim();
    if (wanted === '' || names.includes(wanted)) return;
    change(wanted, '');
    setName('');
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!text.includes('=')) return;
    event.preventDefault();
    const read = readVariables(text);
    set({ ...pairs, ...read.variables });
    setUnread(read.unread.length);
  };
  return (
    <Input.Wrapper label={field.label} description={field.hint ?? undefined} error={error}>
      <Stack gap="xs" mt={6}>
        {names.map((each) => (
          <div key={each} className={styles.pair}>
            <code className={styles.name} title={each}>
              {each}
            </code>
            {pairs[each] === null ? (
              <Group gap="xs" className={styles.value}>
                <Text size="sm" c="dimmed">
                  Is removed when you save.
                </Text>
                <Button variant="subtle" size="compact-sm" onClick={() => change(each, undefined)}>
                  Keep
                </Button>
              </Group>
            ) : (
              <>
                <PasswordInput
                  className={styles.value}
                  aria-label={`Value of ${each}`}
                  autoComplete="new-password"
                  placeholder={savedNames.includes(each) ? 'Saved. Type to replace it.' : undefined}
                  value={pairs[each] ?? ''}
                  onChange={(event) => {
                    const typed = event.currentTarget.value;
                    change(each, typed === '' && savedNames.includes(each) ? undefined : typed);
                  }}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={`Remove ${each}`}
                  onClick={() => change(each, savedNames.includes(each) ? null : undefined)}
                >
                  <IconTrash size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </>
            )}
          </div>
        ))}
        <div className={styles.pair}>
          <TextInput
            className={styles.value}
            aria-label={`Name for ${field.label}`}
            placeholder="NAME, or paste a whole file"
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onPaste={paste}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            disabled={name.trim() === '' || names.includes(name.trim())}
            onClick={add}
          >
            Add
          </Button>
        </div>
        {unread > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {unread === 1 ? 'One line was' : `${unread} lines were`} left out: a line has to be NAME=value.
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
