'use client';

import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconFolder } from '@tabler/icons-react';
import type { DrilldownLine } from './drilldown-lines';
import { DrilldownRow } from './drilldown-row';
import styles from './drilldown-table.module.css';
import type { MemberAccess } from './use-drilldown';
import type { DrilldownActions } from './use-drilldown-actions';

interface DrilldownTableProps {
  lines: readonly DrilldownLine[];
  /** What the member may do with commands of the organization. */
  access: ReadonlyMap<number, MemberAccess>;
  org: { orgId: string; slug: string };
  actions: DrilldownActions;
  /** The terms to highlight, in lowercase. */
  terms: readonly string[];
  onToggle: (folderKey: string) => void;
}

/** Folders and commands as a nested table; on a phone each command is a card. */
export function DrilldownTable({ lines, access, org, actions, terms, onToggle }: DrilldownTableProps) {
  return (
    <table aria-label="Commands" className={styles.table}>
      <thead className={styles.block}>
        <tr className={styles.head}>
          <th scope="col">Name</th>
          <th scope="col">Access</th>
          <th scope="col">Who can access</th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody className={styles.block}>
        {lines.map((line) =>
          line.kind === 'folder' ? (
            <tr key={line.key} className={styles.folder}>
              <td colSpan={4}>
                <UnstyledButton
                  className={styles.toggle}
                  aria-expanded={line.isOpen}
                  onClick={() => onToggle(line.key)}
                >
                  <IconChevronRight className={styles.chevron} size={16} stroke={1.75} aria-hidden />
                  <IconFolder size={16} stroke={1.75} aria-hidden />
                  {line.name}
                  <span className={styles.count}>{line.count}</span>
                </UnstyledButton>
              </td>
            </tr>
          ) : (
            <DrilldownRow
              key={line.key}
              command={line.command}
              access={access.get(line.command.commandId)}
              isNested={line.isNested}
              org={org}
              actions={actions}
              terms={terms}
            />
          ),
        )}
      </tbody>
    </table>
  );
}
