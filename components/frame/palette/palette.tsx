'use client';

import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { OnlyShared } from '@/components/command/only-shared';
import { Keys } from '@/components/ui/text/keys';
import { Marked } from '@/components/ui/text/marked';
import { ONLY_SOME_WORDS } from '@/lib/commands/some-words';
import type { FrameOrg } from '../frame-props';
import { takeTyping } from './early-typing';
import styles from './palette.module.css';
import {
  useCommandActions,
  useFolderActions,
  useOtherActions,
  useRecentActions,
  useShareActions,
} from './palette-actions';
import { filterPalette, firstOf, nothingWords, type PaletteGroup, someOf, wordsOf } from './palette-filter';
import { useNextSteps, useRunActions } from './palette-next-steps';
import { chooseFirst, palette, paletteStore } from './palette-store';
import { usePeopleActions, useVerbActions } from './palette-verbs';

const MOST_SHOWN = 12;
/** Passed on to the scroll area, which the list's own type doesn't say. */
const VERTICAL = { scrollbars: 'y' } as const;

interface PaletteProps {
  org: FrameOrg | null;
  userId: string;
}

/**
 * Everything to go to or do, found by typing; before that, recent items. Opens as soon as it has loaded;
 * `palette.open` opens it again.
 */
export default function Palette({ org, userId }: PaletteProps) {
  const [query, setQuery] = useState('');
  const commands = useCommandActions(org);
  const recents = useRecentActions(org, userId, commands.actions);
  const folders = useFolderActions(org);
  const people = usePeopleActions(org, query);
  const verbs = useVerbActions(org, query);
  const others = useOtherActions(org);
  const sharing = useShareActions();
  useEffect(() => palette.open(), []);
  const isTyped = query.trim() !== '';
  const groups: PaletteGroup[] = [
    ...(isTyped
      ? [
          { group: 'Commands', actions: commands.actions },
          { group: 'Folders', actions: folders.actions },
          { group: 'People', actions: people.actions },
        ]
      : [{ group: 'Recents', actions: recents }]),
    { group: 'Go to', actions: others.places },
    { group: 'Actions', actions: [...sharing, ...others.actions, ...verbs] },
  ].filter(({ actions }) => actions.length > 0);
  const runs = useRunActions(org, query);
  const matches = isTyped
    ? [
        ...(runs.length > 0 ? [{ group: 'Runs', actions: runs }] : []),
        ...firstOf(filterPalette(query, groups), MOST_SHOWN),
      ]
    : groups;
  const hasMatches = matches.length > 0;
  const nextSteps = useNextSteps(org, query, hasMatches);
  // People are looked for on the server, and commands load: until then, nobody knows that nothing matches.
  const isSettled = commands.isSettled && folders.isSettled && people.isSettled;
  const isOver = hasMatches || isSettled;
  const nothing = (
    <Nothing
      org={org}
      missing={[
        ...(commands.isFailed ? ['commands'] : []),
        ...(folders.isFailed ? ['folders'] : []),
        ...(people.isFailed ? ['people'] : []),
      ]}
    />
  );
  const some = isOver && !hasMatches ? someOf(query, commands.actions).slice(0, MOST_SHOWN) : [];
  const found = [
    ...matches,
    ...(some.length > 0 ? [{ group: 'Commands', actions: some }] : []),
    ...(isOver && nextSteps.length > 0 ? [{ group: 'Look further', actions: nextSteps }] : []),
  ];
  const terms = wordsOf(query.toLowerCase());
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      // Its starting position, whatever it finds.
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0 }}
      classNames={{ content: styles.content }}
      transitionProps={{ duration: 80 }}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        onFocus={() => {
          const early = takeTyping();
          if (early !== '') setQuery((before) => before + early);
        }}
      />
      {found.length === 0 ? (
        <Spotlight.Empty>{isSettled ? nothing : 'Searching…'}</Spotlight.Empty>
      ) : (
        <Spotlight.ActionsList {...VERTICAL}>
          {!hasMatches && (
            <p className={styles.none} role="status">
              {some.length > 0 ? ONLY_SOME_WORDS : nothing}
            </p>
          )}
          <FirstChosen key={`${found[0]?.actions[0]?.id} ${query}`} />
          {found.map(({ group, actions }) => (
            <Spotlight.ActionsGroup key={group} label={group}>
              {actions.map((action) => (
                <PaletteRow key={action.id} action={action} terms={terms} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      <Spotlight.Footer className={styles.foot} aria-hidden>
        <Keys>↑</Keys>
        <Keys>↓</Keys> move <Keys>⏎</Keys> open <Keys>Esc</Keys> close
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

/** @param missing what could not be looked through */
function Nothing({ org, missing }: { org: FrameOrg | null; missing: string[] }) {
  return (
    <>
      {nothingWords(missing)}
      {org?.role === 'member' && (
        <>
          {' '}
          <OnlyShared orgId={org.orgId} />
        </>
      )}
    </>
  );
}

/** Chooses the first row of a list; each list has its own, by its key. */
function FirstChosen() {
  useEffect(() => {
    // After the library's own choice, which doesn't know the new rows yet.
    const frame = requestAnimationFrame(chooseFirst);
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
}

function PaletteRow({ action, terms }: { action: SpotlightActionData; terms: readonly string[] }) {
  const { label = '', description, leftSection, onClick } = action;
  return (
    <Spotlight.Action className={styles.action} {...(onClick === undefined ? {} : { onClick })}>
      <span className={styles.section}>{leftSection}</span>
      <span className={styles.body}>
        <span className={styles.label}>
          <Marked text={label} terms={terms} />
        </span>
        {description !== undefined && description !== '' && (
          <span className={styles.description}>
            <Marked text={description} terms={terms} />
          </span>
        )}
      </span>
    </Spotlight.Action>
  );
}
