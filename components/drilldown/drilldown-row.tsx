'use client';

import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAdjustments, IconDots, IconEye, IconEyeOff, IconUserPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { Faces } from '@/components/command/people-faces';
import { SourceIcon } from '@/components/command/source-icon';
import { LinkButton } from '@/components/ui/layout/link-button';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import { Chip } from '@/components/ui/text/chip';
import { Marked } from '@/components/ui/text/marked';
import { roleWords } from '@/lib/access/grant-words';
import { paths } from '@/lib/base/paths';
import { mayPlace } from '@/lib/commands/rights';
import { accessCounts, accessNames, accessWays } from './access-words';
import styles from './drilldown-table.module.css';
import type { MemberAccess, MemberCommand } from './use-drilldown';
import type { DrilldownActions } from './use-drilldown-actions';

const drilldownItems = fetchedPart(() => import('./drilldown-items'));

interface DrilldownRowProps {
  command: MemberCommand;
  /** What the member may do with it; undefined for one of another organization. */
  access: MemberAccess | undefined;
  isNested: boolean;
  org: { orgId: string; slug: string };
  actions: DrilldownActions;
  terms: readonly string[];
}

/** One command: its name, what the member may do with it and why, who else has it, and what the viewer can do. */
export function DrilldownRow({ command, access, isNested, org, actions, terms }: DrilldownRowProps) {
  const { commandId, name, hasAccess, isHidden, sourceKind } = command;
  const path = paths.builder(org.slug, commandId);
  const mayChange = mayPlace(command) || (hasAccess && command.orgId !== org.orgId);
  return (
    <tr aria-label={name} className={styles.row}>
      <td className={styles.nameCell} data-nested={isNested}>
        <SourceIcon kind={sourceKind} size={16} />
        <Link href={path} prefetch={false} className={styles.name}>
          <Marked text={name} terms={terms} />
        </Link>
        {isHidden && <Chip>hidden</Chip>}
      </td>
      <td className={styles.standing}>
        {access === undefined ? (
          'Shared from another organization'
        ) : (
          <>
            {roleWords[access.role]} <span className={styles.way}>· {accessWays(access)}</span>
          </>
        )}
      </td>
      <td>
        <Tooltip label={accessNames(command)} multiline className={styles.names}>
          <UnstyledButton
            className={styles.access}
            aria-label={`Who can access ${name}? ${accessCounts(command)}. ${accessNames(command)}`}
          >
            <Faces
              people={[...command.engineers, ...command.runners]}
              count={command.engineerCount + command.runnerCount}
            />
            {accessCounts(command)}
          </UnstyledButton>
        </Tooltip>
      </td>
      <td>
        <span className={styles.actions}>
          {mayChange && (
            <span className={styles.more}>
              <ActionIcon title="Share" aria-label={`Share ${name}`} onClick={() => actions.share(command)}>
                <IconUserPlus size={16} stroke={1.75} />
              </ActionIcon>
              <ActionIcon
                title="Configure"
                aria-label={`Configure ${name}`}
                onClick={() => actions.configure(command)}
              >
                <IconAdjustments size={16} stroke={1.75} />
              </ActionIcon>
              <ActionIcon
                title={isHidden ? 'Restore' : 'Hide for everyone'}
                aria-label={isHidden ? `Restore ${name}` : `Hide ${name} for everyone`}
                onClick={() => void (isHidden ? actions.restore(command) : actions.hide(command))}
              >
                {isHidden ? <IconEye size={16} stroke={1.75} /> : <IconEyeOff size={16} stroke={1.75} />}
              </ActionIcon>
            </span>
          )}
          <LinkButton href={path} variant="default" size="compact-sm">
            {hasAccess ? 'Open' : 'Request access'}
          </LinkButton>
          <span className={styles.menu}>
            <MenuOnDemand
              width={200}
              items={drilldownItems}
              itemProps={{ command, path, mayChange, actions }}
              target={
                <ActionIcon aria-label={`Actions for ${name}`}>
                  <IconDots size={16} stroke={1.75} />
                </ActionIcon>
              }
            />
          </span>
        </span>
      </td>
    </tr>
  );
}
