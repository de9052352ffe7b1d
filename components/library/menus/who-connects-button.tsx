'use client';

import { Button, Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import styles from '../library-view.module.css';
import { WhoConnects } from './who-connects';

/** In the place of New command, for engineers who aren't admins. */
export default function WhoConnectsButton({ orgId }: { orgId: string }) {
  return (
    <Popover position="bottom-end" width={260}>
      <Popover.Target>
        <Button className={styles.control} variant="default" aria-label="New command">
          <IconPlus size={16} stroke={1.75} aria-hidden />
          <span className={styles.controlWords}>New command</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <WhoConnects orgId={orgId} />
      </Popover.Dropdown>
    </Popover>
  );
}
