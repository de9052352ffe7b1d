'use client';

import { Button, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { focusOnMount } from '@/components/ui/feedback/focus-on-mount';
import { Chip } from '@/components/ui/text/chip';
import { apartCommands } from '@/lib/commands/tell-apart';
import { warningLabel } from '@/lib/commands/warning-tag';
import type { WarningTag } from '@/lib/settings/command-choices';
import { CommandName } from './command-name';
import styles from './command-picker.module.css';

/** A command as the lists of the API have it. */
export interface PickedCommand {
  commandId: number;
  name: string;
  folderName: string | null;
  sourceKind: string;
  sourceName: string;
  template: { warningTag: WarningTag | null };
}

interface CommandPickerProps<Picked extends PickedCommand> {
  /** In the order of the list. */
  commands: readonly Picked[];
  /** What else they are found by: the keys of their inputs, or their columns. */
  wordsOf: (command: Picked) => readonly string[];
  /** The last column, and what it says of a command. */
  about: { head: string; cellOf: (command: Picked) => ReactNode };
  /** Why a command is near the top; null for nothing. */
  fitOf?: (command: Picked) => string | null;
  chosen: number | null;
  onChoose: (commandId: number) => void;
  /** Why a command may be missing. */
  none: string;
}

/** More than these are found by searching. */
const MOST_SHOWN = 200;
const LIKELY = 'Likely';
const MOST_FOLDERS = 6;

/** A list of commands to choose one from, with a search and filters: each with its folder, its source, and its tag. */
export function CommandPicker<Picked extends PickedCommand>(props: CommandPickerProps<Picked>) {
  const { commands, wordsOf, about, fitOf = () => null, chosen, onChoose, none } = props;
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<string | null>(null);
  const apart = apartCommands(commands);
  const filters = filtersOf(commands, fitOf);
  const wanted = search.trim().toLowerCase();
  const isFound = (each: Picked): boolean =>
    [each.name, each.folderName ?? '', each.sourceName, ...wordsOf(each)].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  const isWithin = (each: Picked): boolean =>
    filter === null || (filter === LIKELY ? fitOf(each) !== null : each.folderName === filter);
  const found = commands.filter((each) => isFound(each) && isWithin(each));
  return (
    <Stack gap="sm">
      <TextInput
        ref={focusOnMount}
        aria-label="Search commands"
        placeholder={`Name, folder, source, ${about.head.toLowerCase()}`}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {filters.length > 1 && (
        <fieldset className={styles.filters} aria-label="Filters">
          {filters.map((each) => (
            <Button
              key={each}
              size="compact-xs"
              variant={each === filter ? 'filled' : 'default'}
              aria-pressed={each === filter}
              onClick={() => setFilter(each === filter ? null : each)}
            >
              {each}
            </Button>
          ))}
        </fieldset>
      )}
      {found.length === 0 ? (
        <EmptyNotice icon={<IconSearch size={22} stroke={1.75} />} title="No commands found">
          {none}
        </EmptyNotice>
      ) : (
        <table className={styles.table} aria-label="Commands">
          <thead>
            <tr>
              {['Name', 'Folder', 'Source', about.head].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, MOST_SHOWN).map((each) => (
              <tr key={each.commandId} data-chosen={each.commandId === chosen || undefined}>
                <td>
                  <UnstyledButton
                    className={styles.choice}
                    aria-pressed={each.commandId === chosen}
                    onClick={() => onChoose(each.commandId)}
                  >
                    <CommandName name={each.name} detail={apart.get(each.commandId)} />
                  </UnstyledButton>
                  <Facts tag={each.template.warningTag} fit={fitOf(each)} />
                </td>
                <td className={each.folderName === null ? styles.none : undefined}>
                  {each.folderName ?? '—'}
                </td>
                <td>
                  <span className={styles.source}>
                    <SourceIcon kind={each.sourceKind} size={14} />
                    {each.sourceName}
                  </span>
                </td>
                <td>{about.cellOf(each)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.length > MOST_SHOWN && (
        <p className={styles.note}>{`Showing ${MOST_SHOWN} of ${found.length}. Search for the others.`}</p>
      )}
    </Stack>
  );
}

function Facts({ tag, fit }: { tag: WarningTag | null; fit: string | null }) {
  if (tag === null && fit === null) return null;
  return (
    <span className={styles.facts}>
      {tag !== null && <Chip kind={tag === 'safe' ? 'plain' : 'caution'}>{warningLabel(tag)}</Chip>}
      {fit !== null && <Chip>{fit}</Chip>}
    </span>
  );
}

/** The likely ones, and the folders that most commands are in. */
function filtersOf<Picked extends PickedCommand>(
  commands: readonly Picked[],
  fitOf: (command: Picked) => string | null,
): string[] {
  const counts = new Map<string, number>();
  for (const { folderName } of commands) {
    if (folderName !== null) counts.set(folderName, (counts.get(folderName) ?? 0) + 1);
  }
  const folders = [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return [
    ...(commands.some((each) => fitOf(each) !== null) ? [LIKELY] : []),
    ...folders.slice(0, MOST_FOLDERS),
  ];
}
