'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { Chip } from '@/components/ui/text/chip';
import { CopyButton } from '@/components/ui/text/copy-button';
import { Moment } from '@/components/ui/text/moment';
import { counted } from '@/lib/base/text/counted';
import rows from '../account-list.module.css';
import view from '../account-view.module.css';
import { EndedPrograms } from './ended-programs';
import styles from './program-section.module.css';
import { type Program, usePrograms } from './use-programs';

/** The programs that act for the person over MCP. Disconnecting one ends its access at once. */
export function ProgramSection({ mcpAddress }: { mcpAddress: string }) {
  const { list, ended, disconnect, askToDisconnect } = usePrograms();
  return (
    <section aria-label="Connected programs">
      <div className={view.bar}>
        <p className={view.about}>
          Assistants and editors that run your commands for you. To connect one, add this MCP server to it:{' '}
          <span className={styles.address}>
            <code>{mcpAddress}</code>
            <CopyButton label="Copy the address" text={mcpAddress} told="Address copied" />
          </span>
        </p>
      </div>
      <EndedPrograms programs={ended} />
      <QueryState query={list} loading={<ListSkeleton />}>
        {(programs) =>
          programs.length === 0 ? (
            <div className={view.card}>
              <EmptyNotice icon={<IconPlugConnected size={22} stroke={1.75} />} title="No programs connected">
                Add the address above to a program that speaks MCP. It then asks you here to allow it.
              </EmptyNotice>
            </div>
          ) : (
            <table aria-label="Connected programs" className={styles.table}>
              <thead className={rows.block}>
                <tr className={rows.head}>
                  <th scope="col">Program</th>
                  <th scope="col">May do</th>
                  <th scope="col">Connected</th>
                  <th scope="col">Last used</th>
                  <th scope="col">
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </th>
                </tr>
              </thead>
              <tbody className={rows.block}>
                {programs.map((program) => (
                  <ProgramRow
                    key={program.appId}
                    program={program}
                    isBusy={disconnect.isPending && disconnect.variables?.appId === program.appId}
                    onDisconnect={() => void askToDisconnect(program)}
                  />
                ))}
              </tbody>
            </table>
          )
        }
      </QueryState>
    </section>
  );
}

interface ProgramRowProps {
  program: Program;
  isBusy: boolean;
  onDisconnect: () => void;
}

function ProgramRow({ program, isBusy, onDisconnect }: ProgramRowProps) {
  const { name, place, allowsUnasked, connectedAt, lastUsedAt, lastAddress } = program;
  return (
    <tr aria-label={name} className={rows.row}>
      <td className={styles.program}>
        <span className={rows.name}>{name}</span>
        <span className={styles.place}>{place}</span>
      </td>
      <td className={styles.fact} data-label="May do">
        {scopeWords(program)}
        {allowsUnasked && <Chip>Without asking</Chip>}
      </td>
      <td className={styles.fact} data-label="Connected">
        <Moment at={connectedAt} as="ago" />
      </td>
      <td className={styles.fact} data-label="Last used">
        {lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} as="ago" />}
        {lastAddress !== null && <span className={styles.place}>{lastAddress}</span>}
      </td>
      <td className={rows.actions}>
        <Button
          variant="default"
          size="compact-sm"
          className={rows.taking}
          loading={isBusy}
          aria-label={`Disconnect ${name}`}
          onClick={onDisconnect}
        >
          Disconnect
        </Button>
      </td>
    </tr>
  );
}

function scopeWords({ scope, commandCount, folderCount }: Program): string {
  switch (scope) {
    case 'everything':
      return 'Run all your commands';
    case 'read':
      return 'Only look';
    case 'run': {
      const count = (amount: number, thing: string) => (amount === 0 ? [] : [counted(amount, thing)]);
      return `Run ${[...count(commandCount, 'command'), ...count(folderCount, 'folder')].join(' and ')}`;
    }
  }
}
