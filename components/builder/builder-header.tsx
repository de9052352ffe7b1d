'use client';

import { IconAlertTriangle, IconFolder } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Chip } from '@/components/ui/chip';
import { PageTitle } from '@/components/ui/page-title';
import { SourceIcon, sourceLabel } from '@/components/ui/source-icon';
import { paths } from '@/lib/paths';
import styles from './builder-header.module.css';
import { descriptionOf } from './description-of';
import type { Command } from './use-command';
import { changesData, warningLabel } from './warning-tag';

/** Only for a description that has changed since the page was made. */
const Markdown = dynamic(() => import('@/components/ui/markdown'));

/** A description as the server drew it, so that its reader's code need not be fetched. */
export interface DrawnDescription {
  text: string;
  node: ReactNode;
}

interface BuilderHeaderProps {
  command: Command;
  orgSlug: string;
  drawnDescription: DrawnDescription;
}

/** What a command is, at a glance: its folder, name, source, warning and description. */
export function BuilderHeader({ command, orgSlug, drawnDescription }: BuilderHeaderProps) {
  const { warningTag, sourceKind, cloudName } = command.template;
  const description = descriptionOf(command);
  return (
    <header className={styles.header}>
      <nav className={styles.place} aria-label="Where this command is">
        <IconFolder size={16} stroke={1.75} aria-hidden />
        <Link href={paths.commands(orgSlug)}>Commands</Link>
        <span aria-hidden>/</span>
        <span>{command.folderName ?? '(No Folder)'}</span>
      </nav>
      <div className={styles.line}>
        <PageTitle>{command.name}</PageTitle>
        <div className={styles.chips}>
          <Chip icon={<SourceIcon kind={sourceKind} size={14} />}>
            <span title={cloudName}>
              {sourceLabel(sourceKind)} · {cloudName.replace(/\(.*$/s, '')}
            </span>
          </Chip>
          {warningTag !== null && (
            <Chip
              kind={warningTag === 'safe' ? 'plain' : 'caution'}
              icon={changesData(warningTag) && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
            >
              {warningLabel(warningTag)}
            </Chip>
          )}
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
