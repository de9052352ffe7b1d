'use client';

import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { CommandName } from '@/components/command/pickers/command-name';
import { MenuStates } from '@/components/ui/menus/menu-states';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { apartCommands } from '@/lib/commands/tell-apart';
import { listCommands } from '@/lib/contract/library/commands';
import type { Command } from '../use-command';
import styles from './builder-header.module.css';

/** Links to the other commands in the same folder. */
export default function SiblingItems({ command, orgSlug }: { command: Command; orgSlug: string }) {
  const { orgId, folderId } = command;
  const filter = ['is_deleted:false', 'is_hidden:false', `directory_id:${folderId ?? 'null'}`];
  const input = { params: { orgId }, query: { filter, sort: 'name' } };
  const siblings = useQuery({
    queryKey: queryKey(listCommands, input),
    queryFn: ({ signal }) => callApi(listCommands, input, { signal }),
  });
  return (
    <MenuStates query={siblings}>
      {(found) => {
        const apart = apartCommands(found);
        return (
          <div className={styles.siblings}>
            {found.map(({ commandId, name }) => (
              <Menu.Item
                key={commandId}
                component={Link}
                href={paths.builder(orgSlug, commandId)}
                aria-current={commandId === command.commandId ? 'page' : undefined}
                rightSection={
                  commandId === command.commandId ? <IconCheck size={16} stroke={1.75} aria-hidden /> : null
                }
              >
                <CommandName name={name} detail={apart.get(commandId)} />
              </Menu.Item>
            ))}
          </div>
        );
      }}
    </MenuStates>
  );
}
