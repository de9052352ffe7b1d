import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { MOST_MINUTES, type UndoMap, type UndoPartner } from '@/lib/settings/undo/undo-partner';
import { CommandChoice } from '../decorations/command-choice';
import styles from '../decorations/decorations.module.css';
import { useTarget } from '../decorations/use-decorations';
import { type Command, isStale, useSaveCommand } from '../panel/use-configure';
import { UndoMaps } from './undo-maps';
import { matchedMaps, useUndoSources } from './undo-sources';

/** A fixed value that wasn't entered fills nothing. */
const isFilled = (map: UndoMap): boolean => map.from !== 'value' || map.value !== '';

const DEFAULT_MINUTES = '60';
const TIME_WORDS = `Enter a whole number from 1 to ${MOST_MINUTES}`;

/** Edits the undo partner of a command. */
export function UndoForm({ command: current }: { command: Command }) {
  // Stays as it was when the form opened: a save over another person's change is refused, and what was chosen stays.
  const [command] = useState(current);
  const panels = useSidePanels();
  const { save } = useSaveCommand(command);
  const saved = command.undoPartner;
  const [targetId, setTargetId] = useState(saved?.kit_id ?? null);
  const [isChoosing, setChoosing] = useState(saved === null);
  const [time, setTime] = useState(saved === null ? DEFAULT_MINUTES : String(saved.minutes ?? ''));
  const minutes = time.trim() === '' ? null : Number(time);
  const isTimeRead =
    minutes === null || (Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES);
  const [maps, setMaps] = useState(saved?.maps ?? null);
  const target = useTarget(command, targetId);
  const sources = useUndoSources(command);
  const shown = maps ?? (target.data === undefined ? [] : matchedMaps(target.data.inputs, sources.found));

  function choose(commandId: number): void {
    setTargetId(commandId);
    setMaps(commandId === saved?.kit_id ? saved.maps : null);
    setChoosing(false);
  }
  const store = (undoPartner: UndoPartner | null) => save.mutate({ undoPartner }, { onSuccess: panels.pop });
  return (
    <SidePanel
      title="Undo partner"
      context={command.name}
      footer={
        <>
          {saved !== null && (
            <Button
              className={styles.delete}
              variant="subtle"
              color="red"
              disabled={save.isPending}
              onClick={() => store(null)}
            >
              Remove
            </Button>
          )}
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button
            disabled={
              targetId === null || isChoosing || target.data === undefined || !sources.isReady || !isTimeRead
            }
            loading={save.isPending}
            onClick={() =>
              targetId !== null && store({ kit_id: targetId, minutes, maps: shown.filter(isFilled) })
            }
          >
            Save
          </Button>
        </>
      }
    >
      <Stack gap="lg">
        <Text>
          The command that takes this one back. Results offer it, filled in, until the run was undone or one
          of the two commands changed. Some commands undo themselves: they run again with the old value, if
          their result says it.
        </Text>
        {isChoosing ? (
          <CommandChoice
            command={command}
            outputs={sources.outputs}
            withItself
            chosen={targetId}
            onChoose={choose}
          />
        ) : (
          <>
            <QueryState
              query={target}
              errorTitle="Error loading command details"
              loading={<FieldsSkeleton fields={2} />}
            >
              {(found) => (
                <UndoMaps
                  target={found}
                  sources={sources}
                  maps={shown}
                  onChange={setMaps}
                  onOther={() => setChoosing(true)}
                />
              )}
            </QueryState>
            {target.isError && (
              <Button variant="default" onClick={() => setChoosing(true)}>
                Choose another command
              </Button>
            )}
            <TextInput
              label="Offer it for (minutes)"
              description="Counted from the end of the run. Leave it empty for no limit."
              inputMode="numeric"
              maxLength={6}
              value={time}
              error={isTimeRead ? undefined : TIME_WORDS}
              onChange={(event) => setTime(event.currentTarget.value)}
            />
          </>
        )}
        {save.error !== null && (
          <ErrorNotice
            title={
              isStale(save.error) ? 'Someone else changed this command' : 'Error saving the undo partner'
            }
            error={save.error}
          />
        )}
      </Stack>
    </SidePanel>
  );
}
