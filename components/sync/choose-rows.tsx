'use client';

import { Button, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import styles from './choose-rows.module.css';
import { DescriptionNotes } from './differences/description-notes';
import { DiffList } from './differences/diff-list';
import { sectionsOf } from './differences/diff-sections';
import type { Compared, Diff } from './differences/use-diff';
import { useIgnore } from './differences/use-ignore';
import type { RenameChoice } from './differences/use-renames';
import { AskEffects } from './effects/ask-effects';
import type { Effect, Effects } from './effects/effects';

interface ChooseRowsProps {
  /** Whether what the source has is code. */
  isCode: boolean;
  /** Opens the form for a request that no description has; null for a source without single requests. */
  onAnotherRequest: (() => void) | null;
  compared: Compared;
  diff: Diff;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  effects: Effects;
  onSay: (cloudIds: readonly string[], effect: Effect) => void;
  /** The chosen rows whose effect on data people say, and those of them that have no answer; null before they are asked. */
  asked: { rows: readonly string[]; missing: readonly string[] } | null;
  /** The row that waits for an answer; a new object each time that it takes the focus. */
  sought: { cloudId: string } | null;
  renames: RenameChoice;
  /** The folder for added commands. */
  putInto: {
    /** The folders that there are, which the choices are made from. */
    folders: UseQueryResult<unknown>;
    choices: { value: string; label: string }[];
    choice: string;
    choose: (choice: string) => void;
    /** Called with what is looked for in the choices. */
    type: (text: string) => void;
  };
}

/** What a source offers, to search and select. */
export function ChooseRows({
  isCode,
  onAnotherRequest,
  compared,
  diff,
  chosen,
  onChoose,
  effects,
  onSay,
  asked,
  sought,
  renames,
  putInto,
}: ChooseRowsProps) {
  const panels = useSidePanels();
  const [search, setSearch] = useState('');
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const sections = useMemo(() => sectionsOf(diff, wanted), [diff, wanted]);
  const [shownSought, setShownSought] = useState(sought);
  if (sought !== shownSought) {
    setShownSought(sought);
    const isShown = sections.some(({ rows }) => rows.some(({ cloudId }) => cloudId === sought?.cloudId));
    if (!isShown) setSearch('');
  }
  const { ignore, offerAgain } = useIgnore(compared, (cloudId) => {
    if (chosen.has(cloudId)) toggle(cloudId);
  });
  function toggle(cloudId: string): void {
    onChoose(flipped(chosen, cloudId));
  }
  return (
    <div className={styles.choose}>
      <div className={styles.tools}>
        <TextInput
          className={styles.search}
          aria-label="Search what the source has"
          placeholder="Search"
          data-autofocus
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Counts diff={diff} />
        {diff.added.length > 0 && (
          <div className={styles.folder}>
            <QueryState query={putInto.folders} loading={<FieldsSkeleton fields={1} />}>
              {() => (
                <Select
                  label="Folder"
                  searchable
                  allowDeselect={false}
                  data={putInto.choices}
                  value={putInto.choice}
                  onChange={(choice) => choice !== null && putInto.choose(choice)}
                  onSearchChange={putInto.type}
                  nothingFoundMessage="Type a name for a new folder"
                  // What is typed next takes the place of the choice.
                  onClick={({ currentTarget }) => currentTarget.select()}
                />
              )}
            </QueryState>
          </div>
        )}
        {onAnotherRequest !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            title="Write it, or paste a curl command"
            onClick={onAnotherRequest}
          >
            Another request…
          </Button>
        )}
        <DescriptionNotes {...compared} />
        {asked !== null && asked.rows.length > 0 && (
          <AskEffects
            missing={asked.missing.length}
            count={asked.rows.length}
            onAll={(effect) => onSay(asked.missing.length > 0 ? asked.missing : asked.rows, effect)}
          />
        )}
      </div>
      {sections.length === 0 ? (
        <EmptyLine>Nothing matches “{search}”. Try another name.</EmptyLine>
      ) : (
        <DiffList
          sections={sections}
          toggled={toggled}
          onToggleSection={(id) => setToggled(flipped(toggled, id))}
          chosen={chosen}
          onChoose={onChoose}
          terms={wanted === '' ? [] : [wanted]}
          effects={effects}
          isAsked={asked !== null}
          sought={sought}
          renames={renames}
          actions={{
            toggle,
            ignore,
            offerAgain,
            say: (cloudId, effect) => onSay([cloudId], effect),
            viewCode: isCode ? (commandId) => panels.push({ kind: 'view-code', commandId }) : null,
          }}
        />
      )}
    </div>
  );
}

function flipped(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** The counts of each section at a glance. */
function Counts({ diff }: { diff: Diff }) {
  const counts = [
    ['New', diff.added.length],
    ['Changed', diff.modified.length],
    ['Gone', diff.deleted.length],
    ['Back', diff.undeleted.length],
    ['Added', diff.alreadyAdded.length],
  ] as const;
  return (
    <ul className={styles.counts} aria-label="How much there is">
      {counts
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <li key={name} className={styles.countOf} data-kind={name}>
            {name} {count}
          </li>
        ))}
    </ul>
  );
}
