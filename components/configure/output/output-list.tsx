'use client';

import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Mask } from '@/lib/outputs/masks';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { type CommandFields, commandLabel } from '../command/command-fields';
import styles from './output.module.css';
import {
  entriesOf,
  type LearnedColumn,
  type LearnedField,
  moved,
  type OutputEntry,
  withMask,
  withSetting,
} from './output-entries';
import { OutputRow } from './output-row';

type Changed = Pick<CommandFields, 'outputDisplay' | 'maskedOutputs' | 'isOutputInDownloads'>;

interface OutputListProps {
  learned: { columns: readonly LearnedColumn[]; fields: readonly LearnedField[] };
  fields: Changed;
  onChange: (changes: Partial<Changed>) => void;
}

/** More are found by searching. */
const FEW = 12;
const MOST_LISTED = 200;

/** The columns of a command's results by result set, and the fields of its documents, each with its settings. */
export function OutputList({ learned, fields, onChange }: OutputListProps) {
  const [wanted, setWanted] = useState('');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const settings: readonly OutputColumn[] = fields.outputDisplay;
  const masks: readonly Mask[] = fields.maskedOutputs;
  const entries = entriesOf(learned.columns, learned.fields, settings, masks);
  const term = wanted.trim().toLowerCase();
  const isFound = ({ setting: { path, name } }: OutputEntry) =>
    path.toLowerCase().includes(term) || (name ?? '').toLowerCase().includes(term);
  const groups = groupsOf(entries);
  return (
    <Stack gap="md">
      {entries.length > FEW && (
        <TextInput
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
          aria-label="Search the columns"
          placeholder={`Search ${entries.length} columns`}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      {groups.map(({ title, list }) => {
        const found = list.filter(isFound);
        return (
          <section key={title} aria-label={title}>
            <h3 className={styles.heading}>{title}</h3>
            <ul className={styles.list}>
              {found.slice(0, MOST_LISTED).map((entry) => {
                const key = `${entry.setting.kind} ${entry.setting.resultSet} ${entry.setting.path}`;
                const at = list.indexOf(entry);
                return (
                  <OutputRow
                    key={key}
                    entry={entry}
                    isOpen={openKey === key}
                    isFirst={at === 0}
                    isLast={at === list.length - 1}
                    onToggle={() => setOpenKey(openKey === key ? null : key)}
                    onMove={(by) => onChange({ outputDisplay: moved(settings, list, entry, by) })}
                    onSet={(changes) =>
                      onChange({ outputDisplay: withSetting(settings, { ...entry.setting, ...changes }) })
                    }
                    onMask={(isMasked) =>
                      onChange({ maskedOutputs: withMask(masks, entry.setting, isMasked) })
                    }
                  />
                );
              })}
            </ul>
            {found.length > MOST_LISTED && (
              <p className={styles.about}>{found.length - MOST_LISTED} more. Search to find them.</p>
            )}
          </section>
        );
      })}
      {settings.length > 0 && (
        <>
          <Checkbox
            label={commandLabel('isOutputInDownloads')}
            description="Otherwise CSV and Excel files have every column as the source has it. Masked values are masked in both."
            checked={fields.isOutputInDownloads}
            onChange={(event) => onChange({ isOutputInDownloads: event.currentTarget.checked })}
          />
          <Button
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange({ outputDisplay: [], isOutputInDownloads: false })}
          >
            Show everything as the source has it
          </Button>
        </>
      )}
    </Stack>
  );
}

/** The result sets one after another, then the fields. */
function groupsOf(entries: readonly OutputEntry[]): { title: string; list: OutputEntry[] }[] {
  const columns = entries.filter(({ setting }) => setting.kind === 'column');
  const fields = entries.filter(({ setting }) => setting.kind === 'field');
  const sets = [...new Set(columns.map(({ setting }) => setting.resultSet))];
  const groups = sets.map((resultSet) => ({
    title: sets.length === 1 ? 'Columns' : `Result ${resultSet + 1}`,
    list: columns.filter(({ setting }) => setting.resultSet === resultSet),
  }));
  return fields.length === 0 ? groups : [...groups, { title: 'Fields', list: fields }];
}
