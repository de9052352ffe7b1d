'use client';

import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { FrameOrg } from './frame-props';
import styles from './palette.module.css';
import {
  useCommandActions,
  useFolderActions,
  useOtherActions,
  useRecentActions,
  useShareActions,
} from './palette-actions';
import { filterPalette } from './palette-filter';

const MOST_SHOWN = 12;

interface PaletteProps {
  org: FrameOrg | null;
  userId: string;
}

/**
 * Everything to go to or do, found by typing; before that, recent items. Opens as soon as it has loaded;
 * `spotlight.open` opens it again.
 */
export default function Palette({ org, userId }: PaletteProps) {
  const [query, setQuery] = useState('');
  const commands = useCommandActions(org);
  const recents = useRecentActions(org, userId, commands);
  const folders = useFolderActions(org);
  const others = useOtherActions(org);
  const sharing = useShareActions();
  useEffect(() => spotlight.open(), []);
  const found =
    query.trim() === ''
      ? [{ group: 'Recents', actions: recents }]
      : [
          { group: 'Commands', actions: commands },
          { group: 'Folders', actions: folders },
        ];
  return (
    <Spotlight
      actions={[
        ...found.filter(({ actions }) => actions.length > 0),
        { group: 'Go to', actions: others.places },
        { group: 'Actions', actions: [...sharing, ...others.actions] },
      ]}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      filter={filterPalette}
      limit={query.trim() === '' ? undefined : MOST_SHOWN}
      scrollable
      scrollAreaProps={{ scrollbars: 'y' }}
      maxHeight={420}
      nothingFound="Nothing found"
      // Its starting position, whatever it finds.
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0 }}
      classNames={{
        content: styles.content,
        action: styles.action,
        actionBody: styles.body,
        actionSection: styles.section,
        actionDescription: styles.description,
      }}
      transitionProps={{ duration: 80 }}
      searchProps={{
        leftSection: <IconSearch size={16} stroke={1.75} aria-hidden />,
        placeholder: 'Search or jump to…',
        'aria-label': 'Search or jump to',
      }}
    />
  );
}
