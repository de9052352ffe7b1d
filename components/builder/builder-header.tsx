'use client';

import { IconAlertTriangle, IconFolder } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { Chip } from '@/components/ui/chip';
import { PageTitle } from '@/components/ui/page-title';
import { SourceIcon, sourceLabel } from '@/components/ui/source-icon';
import { paths } from '@/lib/paths';
import styles from './builder-header.module.css';
import type { Command } from './use-command';
import { changesData, warningLabel } from './warning-tag';

/** Drawn on the server too; its code comes after the form's. */
const Markdown = dynamic(() => import('@/components/ui/markdown'));

/** What a command is, at a glance: its folder, name, source, warning and description. */
export function BuilderHeader({ command, orgSlug }: { command: Command; orgSlug: string }) {
  const { warningTag, sourceKind, cloudName } = command.template;
  const description = command.description ?? command.template.description;
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
      {description !== null && description !== '' && (
        <div className={styles.description}>
          <Markdown>{description}</Markdown>
        </div>
      )}
    </header>
  );
}
