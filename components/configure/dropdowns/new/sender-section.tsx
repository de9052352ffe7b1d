import { Button } from '@mantine/core';
import { useState } from 'react';
import { Chip } from '@/components/ui/text/chip';
import styles from '../dropdowns.module.css';
import { SenderStep } from '../sender-step';
import type { Sender } from '../use-dropdowns';

interface SenderSectionProps {
  orgId: string;
  /** The command that is being configured, which can't feed itself. */
  exceptId: number;
  sender: Sender | undefined;
  isSuggested: boolean;
  problem: string | null;
  onChoose: (commandId: number) => void;
}

/** The command with the options: the chosen one, or a list to choose from. */
export function SenderSection(props: SenderSectionProps) {
  const { orgId, exceptId, sender, isSuggested, problem, onChoose } = props;
  const [isChoosing, setChoosing] = useState(false);
  const isOpen = isChoosing || sender === undefined;
  return (
    <section aria-label="Options from">
      <h3 className={styles.heading}>
        Options from
        {!isOpen && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
            Choose another command
          </Button>
        )}
      </h3>
      {isOpen ? (
        <SenderStep
          orgId={orgId}
          exceptId={exceptId}
          chosen={sender?.commandId ?? null}
          onChoose={(chosen) => {
            onChoose(chosen);
            setChoosing(false);
          }}
        />
      ) : (
        <div className={styles.chosen}>
          <span className={styles.chosenName}>{sender.name}</span>
          {sender.folderName !== null && <span className={styles.help}>{sender.folderName}</span>}
          {isSuggested && <Chip>Suggested</Chip>}
        </div>
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
