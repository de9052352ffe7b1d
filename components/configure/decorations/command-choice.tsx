'use client';

import { Button, Skeleton, Stack, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { CommandName } from '@/components/command/pickers/command-name';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { Chip } from '@/components/ui/text/chip';
import { apartCommands } from '@/lib/commands/tell-apart';
import type { Command } from '../panel/use-configure';
import { byFit, type Output, suitabilityOf } from './auto-match';
import styles from './decorations.module.css';
import { type OfferedCommand, placeOf, useOfferedCommands } from './use-decorations';

/** More than these are found by searching. */
const MOST_SHOWN = 200;
const LIKELY = 'Likely';
const MOST_FOLDERS = 6;

interface CommandChoiceProps {
  command: Command;
  /** What can fill inputs: commands whose required inputs it matches come first, the nearest of them at the top. */
  outputs: readonly Output[];
  chosen: number | null;
  onChoose: (commandId: number) => void;
}

/** The commands that a decoration can open, with a search and filters. */
export function CommandChoice({ command, outputs, chosen, onChoose }: CommandChoiceProps) {
  const commands = useOfferedCommands(command);
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<string | null>(null);
  return (
    <QueryState
      query={commands}
      errorTitle="Error loading commands"
      loading={
        <Stack aria-hidden>
          {[1, 2, 3, 4].map((each) => (
            <Skeleton key={each} height={44} />
          ))}
        </Stack>
      }
    >
      {(offered) => {
        const rated = offered.map((each) => ({
          each,
          suits: suitabilityOf(each.inputs, outputs, command.name),
        }));
        const apart = apartCommands(offered);
        const pills = pillsOf(rated);
        const found = rated
          .filter(({ each, suits }) => matches(each, search) && isWithin(each, suits.isLikely, filter))
          .sort(byFit(placeOf(command)));
        return (
          <Stack gap="sm">
            <TextInput
              aria-label="Search commands"
              placeholder="Name, folder, input"
              leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            {pills.length > 1 && (
              <fieldset className={styles.pills} aria-label="Filters">
                {pills.map((pill) => (
                  <Button
                    key={pill}
                    size="compact-xs"
                    variant={pill === filter ? 'filled' : 'default'}
                    aria-pressed={pill === filter}
                    onClick={() => setFilter(pill === filter ? null : pill)}
                  >
                    {pill}
                  </Button>
                ))}
              </fieldset>
            )}
            {found.length === 0 ? (
              <EmptyNotice icon={<IconSearch size={22} stroke={1.75} />} title="No commands found">
                Search for another name, or ask for access to the command that you miss.
              </EmptyNotice>
            ) : (
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th>Name</th>
                    <th>Folder</th>
                    <th>Inputs</th>
                  </tr>
                </thead>
                <tbody>
                  {found.slice(0, MOST_SHOWN).map(({ each, suits }) => (
                    <tr key={each.commandId} data-chosen={each.commandId === chosen || undefined}>
                      <td>
                        <UnstyledButton
                          className={styles.choice}
                          aria-pressed={each.commandId === chosen}
                          onClick={() => onChoose(each.commandId)}
                        >
                          <CommandName name={each.name} detail={apart.get(each.commandId)} />
                        </UnstyledButton>
                        {suits.isLikely && <Chip>{`${suits.matched} of ${suits.required} match`}</Chip>}
                      </td>
                      <td>{each.folderName ?? '—'}</td>
                      <td>
                        <InputsInShort inputs={each.inputs} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {found.length > MOST_SHOWN && (
              <p
                className={styles.note}
              >{`Showing ${MOST_SHOWN} of ${found.length}. Search for the others.`}</p>
            )}
          </Stack>
        );
      }}
    </QueryState>
  );
}

const wordOf = ({ key, type }: OfferedCommand['inputs'][number]) => `${key} (${type.typeId})`;

/** The first input with its type, and the number of further inputs. */
function InputsInShort({ inputs }: Pick<OfferedCommand, 'inputs'>) {
  const [first, ...others] = inputs;
  if (first === undefined) return '—';
  return (
    <>
      <code>{wordOf(first)}</code>
      {others.length > 0 && (
        <Tooltip label={others.map(wordOf).join(', ')} multiline maw={320}>
          <span className={styles.more} tabIndex={0}>{` + ${others.length} more`}</span>
        </Tooltip>
      )}
    </>
  );
}

function matches({ name, folderName, inputs }: OfferedCommand, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [name, folderName ?? '', ...inputs.map(({ key }) => key)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

const isWithin = ({ folderName }: OfferedCommand, isLikely: boolean, filter: string | null): boolean =>
  filter === null || (filter === LIKELY ? isLikely : folderName === filter);

/** The filters: the likely ones, and the folders that most commands are in. */
function pillsOf(rated: readonly { each: OfferedCommand; suits: { isLikely: boolean } }[]): string[] {
  const counts = new Map<string, number>();
  for (const { each } of rated) {
    if (each.folderName !== null) counts.set(each.folderName, (counts.get(each.folderName) ?? 0) + 1);
  }
  const folders = [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return [...(rated.some(({ suits }) => suits.isLikely) ? [LIKELY] : []), ...folders.slice(0, MOST_FOLDERS)];
}
