import { Button } from '@mantine/core';
import { useState } from 'react';
import { Chip } from '@/components/ui/text/chip';
import { suitabilityOf } from '../auto-match';
import { CommandChoice } from '../command-choice';
import { UNKNOWN_TARGET } from '../decoration-words';
import styles from '../decorations.module.css';
import type { ButtonEditorState } from './use-button-editor';

/** Which command a button opens: the chosen one, or a list to choose from. */
export function TargetSection({ state }: { state: ButtonEditorState }) {
  const { command, saved, target, targetCommandId, outputs, problems, isTargetGuessed } = state;
  const [isChoosing, setChoosing] = useState(false);
  const isLost = saved !== null && targetCommandId === null;
  const isOpen = isChoosing || (targetCommandId === null && !isLost);
  return (
    <section id="button-target" aria-label="Opens">
      <h3 className={styles.heading}>
        Opens
        {!isOpen && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
            Choose another command
          </Button>
        )}
      </h3>
      {isOpen ? (
        <CommandChoice
          command={command}
          outputs={outputs}
          chosen={targetCommandId}
          onChoose={(chosen) => {
            state.choose(chosen);
            setChoosing(false);
          }}
        />
      ) : (
        <div className={styles.chosen}>
          <span className={styles.chosenName}>{target?.name ?? (isLost ? UNKNOWN_TARGET : '…')}</span>
          {target?.folderName != null && <span className={styles.note}>{target.folderName}</span>}
          {target !== undefined && isTargetGuessed && <Fit state={state} />}
        </div>
      )}
      {problems?.target != null && (
        <p className={styles.problem} role="alert">
          {problems.target}
        </p>
      )}
    </section>
  );
}

/** Why a command was suggested. */
function Fit({ state: { command, target, outputs } }: { state: ButtonEditorState }) {
  const suits = suitabilityOf(target?.inputs ?? [], outputs, command.name);
  return <Chip>{`Suggested: ${suits.matched} of ${suits.required} match`}</Chip>;
}
