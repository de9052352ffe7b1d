'use client';

import { Checkbox, TextInput } from '@mantine/core';
import { IconFolder, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { tellApart } from '@/lib/commands/tell-apart';
import { SourceIcon } from '../source-icon';
import { CommandName } from './command-name';
import styles from './thing-picker.module.css';

/** The commands and folders that a token or a program is for, across organizations. */
export interface ChosenThings {
  commandIds: number[];
  folderIds: number[];
}

export const NOTHING_CHOSEN: ChosenThings = { commandIds: [], folderIds: [] };

/** Returns how many things are chosen. */
export const countChosen = ({ commandIds, folderIds }: ChosenThings): number =>
  commandIds.length + folderIds.length;

/** A command or folder to choose. */
export interface Thing {
  list: keyof ChosenThings;
  id: number;
  name: string;
  /** The source of a command, where it is known. */
  sourceKind?: string;
  sourceName?: string;
  folderName?: string | null;
}

/** As many as people scroll through; the others are found by typing. */
const MOST_OFFERED = 100;
/** Fewer than these don't fill the list's height. */
const FEW = 6;

interface ThingPickerProps {
  things: readonly Thing[];
  chosen: ChosenThings;
  onChange: (chosen: ChosenThings) => void;
}

/** A searchable list of commands and folders, with a box for each. */
export function ThingPicker({ things, chosen, onChange }: ThingPickerProps) {
  const [search, setSearch] = useState('');
  const term = search.trim().toLowerCase();
  const apart = useMemo(() => apartThings(things), [things]);
  const found = things.filter(({ name }) => name.toLowerCase().includes(term));
  return (
    <div className={styles.picker}>
      {things.length > 0 && (
        <TextInput
          aria-label="Search commands and folders"
          placeholder="Command or folder"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={styles.list} data-few={things.length < FEW || undefined}>
        {found.length === 0 && (
          <EmptyLine>
            {things.length === 0 ? 'No commands yet.' : 'No command or folder by that name.'}
          </EmptyLine>
        )}
        {found.slice(0, MOST_OFFERED).map((thing) => (
          <Checkbox
            key={`${thing.list} ${thing.id}`}
            className={styles.row ?? ''}
            label={<Label thing={thing} detail={apart[thing.list].get(thing.id)} />}
            checked={chosen[thing.list].includes(thing.id)}
            onChange={(event) => onChange(withThing(chosen, thing, event.currentTarget.checked))}
          />
        ))}
        {found.length > MOST_OFFERED && (
          <p className={styles.none}>{found.length - MOST_OFFERED} more. Type to narrow the list.</p>
        )}
      </div>
      <p className={styles.count} role="status">
        {chosenWords(things, chosen)}
      </p>
    </div>
  );
}

const MOST_NAMED = 6;

/** How many are chosen, and which: a search or the length of the list may hide them. */
function chosenWords(things: readonly Thing[], chosen: ChosenThings): string {
  const names = things.filter(({ list, id }) => chosen[list].includes(id)).map(({ name }) => name);
  const more = names.length - MOST_NAMED;
  const named = more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
  const count = `${countChosen(chosen)} chosen`;
  return names.length === 0 ? count : `${count}: ${named.join(', ')}`;
}

/** The space of the list while it loads. */
export function ThingPickerSkeleton() {
  return <div className={styles.list} />;
}

/** Commands and folders have ids of their own. */
const apartThings = (things: readonly Thing[]) => ({
  commandIds: apartIn(things, 'commandIds'),
  folderIds: apartIn(things, 'folderIds'),
});

const apartIn = (things: readonly Thing[], list: Thing['list']) =>
  tellApart(
    things
      .filter((each) => each.list === list)
      .map(({ id, name, folderName = null, sourceName = '' }) => ({ id, name, folderName, sourceName })),
  );

interface LabelProps {
  thing: Thing;
  detail: string | undefined;
}

function Label({ thing: { list, name, sourceKind }, detail }: LabelProps) {
  return (
    <span className={styles.label}>
      {list === 'folderIds' && <IconFolder size={16} stroke={1.75} aria-hidden />}
      {sourceKind !== undefined && <SourceIcon kind={sourceKind} size={16} />}
      <CommandName name={list === 'folderIds' ? `${name} (folder)` : name} detail={detail} />
    </span>
  );
}

function withThing(chosen: ChosenThings, { list, id }: Thing, isChosen: boolean): ChosenThings {
  const others = chosen[list].filter((each) => each !== id);
  return { ...chosen, [list]: isChosen ? [...others, id] : others };
}
