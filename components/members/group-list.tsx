'use client';

import { ActionIcon, Button, Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Face, Faces } from '@/components/command/people-faces';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Chip } from '@/components/ui/text/chip';
import styles from './group-list.module.css';
import view from './team-view.module.css';
import { type Group, nameOf, type TeamOwner } from './use-members';

/** A list of groups, each with its number of people. */
export function GroupList({ groups, owner }: { groups: readonly Group[]; owner: TeamOwner }) {
  return (
    <ul className={`${view.card} ${styles.list}`} aria-label="Groups">
      {groups.map((group) => (
        <GroupRow key={group.groupId} group={group} isAdmin={owner.isAdmin} />
      ))}
    </ul>
  );
}

const widths = [130, 96, 154, 112];

/** Placeholder rows, each closed like a group. */
export function GroupListSkeleton() {
  return (
    <ul className={`${view.card} ${styles.list}`} aria-hidden>
      {widths.map((width) => (
        <li key={width} className={styles.row}>
          <div className={styles.toggle}>
            <IconChevronRight className={styles.chevron} size={16} stroke={1.75} />
            <Skeleton height={12} width={width} radius="xs" />
            <Skeleton height={12} width={18} radius="xs" />
          </div>
        </li>
      ))}
    </ul>
  );
}

function GroupRow({ group, isAdmin }: { group: Group; isAdmin: boolean }) {
  const panels = useSidePanels();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { groupId, name, people, directory } = group;
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <UnstyledButton
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight className={styles.chevron} size={16} stroke={1.75} aria-hidden />
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>({people.length})</span>
          <Faces people={people} />
        </UnstyledButton>
        {directory === 'deleted' && <Chip kind="caution">Deleted in the directory</Chip>}
        {isAdmin && directory !== 'synced' && (
          <ActionIcon
            title="Edit group"
            aria-label={`Edit ${name}`}
            onClick={() => panels.push({ kind: 'group', groupId })}
          >
            <IconPencil size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      {isOpen && <People id={id} group={group} />}
    </li>
  );
}

/** Few groups have more; those that do are rendered in full on request. */
const SHOWN_AT_FIRST = 60;

function People({ id, group: { people } }: { id: string; group: Group }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? people : people.slice(0, SHOWN_AT_FIRST);
  return (
    <div id={id} className={styles.people}>
      {people.length === 0 && <EmptyLine>This group has no members yet.</EmptyLine>}
      <ul className={styles.persons}>
        {shown.map((person) => (
          <li key={person.userId} className={styles.person}>
            <Face person={person} />
            {nameOf(person)}
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show all {people.length}
        </Button>
      )}
    </div>
  );
}
