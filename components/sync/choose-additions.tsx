'use client';

import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Chip } from '@/components/ui/chip';
import { AdditionList } from './addition-list';
import styles from './sync-panel.module.css';
import type { Addition } from './use-additions';

interface ChooseAdditionsProps {
  rows: readonly Addition[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** What can be added, by name, to search and to choose from; what extensions brought along is folded away. */
export function ChooseAdditions({ rows, chosen, onChoose }: ChooseAdditionsProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () =>
      [...rows]
        .filter(({ cloudName }) => cloudName.toLowerCase().includes(wanted))
        .sort((a, b) => a.cloudName.localeCompare(b.cloudName)),
    [rows, wanted],
  );
  const own = shown.filter(({ extension }) => extension === null);
  const ofExtensions = shown.filter(({ extension }) => extension !== null);
  const terms = wanted === '' ? [] : [wanted];
  function toggle(cloudId: string): void {
    const next = new Set(chosen);
    if (!next.delete(cloudId)) next.add(cloudId);
    onChoose(next);
  }
  return (
    <div className={styles.choose}>
      <div className={styles.tools}>
        <TextInput
          className={styles.search}
          aria-label="Search what can be added"
          placeholder="Search"
          data-autofocus
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Chip>New {rows.length}</Chip>
      </div>
      <SectionHead title="Add to Pushboard?" rows={own} chosen={chosen} onChoose={onChoose} />
      {own.length > 0 ? (
        <AdditionList label="Add to Pushboard?" rows={own} chosen={chosen} terms={terms} onToggle={toggle} />
      ) : (
        <p className={styles.nothing}>
          {wanted === '' ? 'Nothing of your own is new.' : `Nothing fits “${search}”.`}
        </p>
      )}
      {ofExtensions.length > 0 && (
        <details className={styles.extensions}>
          <summary>
            {ofExtensions.length} of extensions ({extensionNames(ofExtensions)})
          </summary>
          <AdditionList
            label="Routines of extensions"
            rows={ofExtensions}
            chosen={chosen}
            terms={terms}
            onToggle={toggle}
          />
        </details>
      )}
    </div>
  );
}

function extensionNames(rows: readonly Addition[]): string {
  return [...new Set(rows.map(({ extension }) => extension))].sort().join(', ');
}

interface SectionHeadProps extends ChooseAdditionsProps {
  title: string;
}

function SectionHead({ title, rows, chosen, onChoose }: SectionHeadProps) {
  const available = rows.filter(({ unavailableReason }) => unavailableReason === null);
  const isAll = available.length > 0 && available.every(({ cloudId }) => chosen.has(cloudId));
  function chooseAll(): void {
    const next = new Set(chosen);
    for (const { cloudId } of available) {
      if (isAll) next.delete(cloudId);
      else next.add(cloudId);
    }
    onChoose(next);
  }
  return (
    <div className={styles.section}>
      <h3 className={styles.sectionTitle}>{title}</h3>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        disabled={available.length === 0}
        onClick={chooseAll}
      >
        {isAll ? `Deselect all ${available.length}` : `Select all ${available.length}`}
      </Button>
    </div>
  );
}
