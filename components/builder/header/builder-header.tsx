'use client';

import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconDots, IconFolder, IconUserCheck } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import { useSourceKind } from '@/components/command/source-kinds';
import { PageTitle } from '@/components/ui/layout/page-title';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { servedPart } from '@/components/ui/loading/served-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import { Chip } from '@/components/ui/text/chip';
import { paths } from '@/lib/base/paths';
import { mayPlace } from '@/lib/commands/rights';
import { warningLabel } from '@/lib/commands/warning-tag';
import type { InputValues } from '@/lib/inputs/input';
import type { Command } from '../use-command';
import styles from './builder-header.module.css';
import { descriptionOf } from './description-of';

/** Only for a description that has changed since the page was rendered. */
const Markdown = servedPart(
  dynamic(() => import('@/components/ui/text/markdown')),
  () => import('@/components/ui/text/markdown'),
);

const folderItems = fetchedPart(() => import('./folder-items'));
const siblingItems = fetchedPart(() => import('./sibling-items'));
const commandItems = fetchedPart(() => import('./command-items'));

const FOLDER = <IconFolder size={16} stroke={1.75} aria-hidden />;

/** A description rendered by the server, so that the Markdown parser need not be fetched. */
export interface DrawnDescription {
  text: string;
  node: ReactNode;
}

interface BuilderHeaderProps {
  command: Command;
  /** The current organization; null for visitors, who have no other page of it. */
  orgSlug: string | null;
  drawnDescription: DrawnDescription;
  /** The filled-in values, for copying. */
  values: InputValues;
  /** Actions of other areas on the command. */
  actions: ReactNode;
}

/** A command at a glance: its folder, name, source, warning, and description. */
export function BuilderHeader({ command, orgSlug, drawnDescription, values, actions }: BuilderHeaderProps) {
  const { warningTag, sourceKind, cloudName } = command.template;
  const { label } = useSourceKind(sourceKind);
  const description = descriptionOf(command);
  const place = placeOf(command);
  return (
    <header className={styles.header}>
      <nav className={styles.place} aria-label="Where this command is">
        {mayPlace(command) ? (
          <MenuOnDemand
            position="bottom-start"
            width={240}
            items={folderItems}
            itemProps={{ command }}
            target={
              <ActionIcon
                className={styles.move}
                size={24}
                aria-label="Move this command"
                title="Move this command"
              >
                {FOLDER}
              </ActionIcon>
            }
          />
        ) : (
          FOLDER
        )}
        {orgSlug !== null && (
          <>
            <Link href={paths.commands(orgSlug)}>Commands</Link>
            <span aria-hidden>/</span>
          </>
        )}
        {orgSlug !== null && command.folderId !== null && place === command.folderName ? (
          <Link href={paths.folder(orgSlug, command.folderId)}>{place}</Link>
        ) : (
          <span>{place}</span>
        )}
      </nav>
      <div className={styles.line}>
        <PageTitle>{command.name}</PageTitle>
        {orgSlug !== null && (
          <MenuOnDemand
            position="bottom-start"
            width={280}
            items={siblingItems}
            itemProps={{ command, orgSlug }}
            target={
              <ActionIcon className={styles.next} size={28} aria-label="Other commands of this folder">
                <IconChevronDown size={16} stroke={1.75} />
              </ActionIcon>
            }
          />
        )}
        <div className={styles.chips}>
          <Chip icon={<SourceIcon kind={sourceKind} size={14} />}>
            <span title={cloudName}>
              {[label, cloudName.replace(/\(.*$/s, '')].filter(Boolean).join(' · ')}
            </span>
          </Chip>
          {warningTag !== null && (
            <Chip
              kind={warningTag === 'safe' ? 'plain' : 'caution'}
              icon={warningTag !== 'safe' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
            >
              {warningLabel(warningTag)}
            </Chip>
          )}
          {command.needsApproval && (
            <Chip icon={<IconUserCheck size={14} stroke={1.75} aria-hidden />}>Needs approval</Chip>
          )}
        </div>
        <div className={styles.actions}>
          {actions}
          <MenuOnDemand
            width={260}
            items={commandItems}
            itemProps={{ command, values }}
            target={
              <ActionIcon aria-label="More">
                <IconDots size={16} stroke={1.75} />
              </ActionIcon>
            }
          />
        </div>
      </div>
      {description !== '' && (
        <div className={styles.description}>
          {description === drawnDescription.text ? drawnDescription.node : <Markdown>{description}</Markdown>}
        </div>
      )}
    </header>
  );
}

/** The label of a command's place: who can see it, if that says more than its folder. */
function placeOf({ visibility, folderName }: Command): string {
  if (visibility === 'public') return 'Public';
  if (visibility === 'justme') return 'Private';
  return folderName ?? '(No folder)';
}
