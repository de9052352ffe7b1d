import { Loader, UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { z } from 'zod';
import { Face } from '@/components/command/people-faces';
import { Chip } from '@/components/ui/text/chip';
import type { demoPerson } from '@/lib/contract/people/people';
import styles from './person-card.module.css';

interface PersonCardProps {
  person: z.output<typeof demoPerson>;
  /** Whether someone is being signed in, or the page can't respond yet. */
  isBusy: boolean;
  /** Whether this person is being signed in. */
  isChosen: boolean;
  onChoose: () => void;
}

const roles = {
  admin: { title: 'Admin', does: 'Connects sources, adds commands' },
  engineer: { title: 'Engineer', does: 'Configures and shares commands' },
  runner: { title: 'Runner', does: 'Runs commands' },
};

/** One of demo mode's people; a click signs in as them. */
export function PersonCard({ person, isBusy, isChosen, onChoose }: PersonCardProps) {
  return (
    <UnstyledButton className={styles.card} disabled={isBusy} onClick={onChoose}>
      <Face person={person} size={38} />
      <span className={styles.text}>
        <span className={styles.name}>{person.name}</span>
        {person.email !== null && <span className={styles.email}>{person.email}</span>}
        <span className={styles.orgs}>
          {person.orgs.length === 0 && <Chip>No organization yet</Chip>}
          {person.orgs.map(({ orgId, name, role, isEngineer }) => {
            const { title, does } = roles[role === 'admin' ? 'admin' : isEngineer ? 'engineer' : 'runner'];
            return (
              <span key={orgId} className={styles.org}>
                <Chip>
                  {title} in {name}
                </Chip>
                {does}
              </span>
            );
          })}
        </span>
      </span>
      <span className={styles.go} aria-hidden>
        {isChosen && isBusy ? <Loader size={16} /> : <IconArrowRight size={16} stroke={1.75} />}
      </span>
    </UnstyledButton>
  );
}
