'use client';

import { Menu } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type LibraryOrder, readOrder } from '../library-order';

interface ViewItemsProps {
  /** Null for a list that has an order of its own. */
  order: LibraryOrder | null;
  onOrder: (order: LibraryOrder) => void;
  isHidden: boolean;
  onHidden: (isHidden: boolean) => void;
  /** Admins restore deleted commands. */
  isAdmin: boolean;
}

const ORDERS: readonly { order: LibraryOrder; label: string; title?: string }[] = [
  { order: 'name', label: 'Name' },
  { order: 'last_run-', label: 'Last run' },
  { order: 'used-', label: 'Most used', title: 'By runs of the past 30 days' },
];

/** The order of the library, and what it shows besides the commands in use. */
export default function ViewItems({ order, onOrder, isHidden, onHidden, isAdmin }: ViewItemsProps) {
  const panels = useSidePanels();
  return (
    <>
      {order !== null && (
        <>
          <Menu.RadioGroup value={order} onChange={(value) => onOrder(readOrder(value))}>
            <Menu.Label>Sort by</Menu.Label>
            {ORDERS.map(({ order: each, label, title }) => (
              <Menu.RadioItem
                key={each}
                value={each}
                title={title}
                checkIcon={<IconCheck size={16} stroke={1.75} aria-hidden />}
                closeMenuOnClick
              >
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
        </>
      )}
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
