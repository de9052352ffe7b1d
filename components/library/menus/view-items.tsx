'use client';

import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

interface ViewItemsProps {
  isHidden: boolean;
  onHidden: (isHidden: boolean) => void;
  /** Admins restore deleted commands. */
  isAdmin: boolean;
}

/** What the library shows besides the commands in use. */
export default function ViewItems({ isHidden, onHidden, isAdmin }: ViewItemsProps) {
  const panels = useSidePanels();
  return (
    <>
      <Menu.CheckboxItem checked={isHidden} onChange={onHidden} closeMenuOnClick>
        Hidden commands
      </Menu.CheckboxItem>
      {isAdmin && (
        <Menu.Item
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={() => panels.push({ kind: 'deleted' })}
        >
          Deleted commands
        </Menu.Item>
      )}
    </>
  );
}
