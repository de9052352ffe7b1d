import { Button, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { DecorationItem } from './decoration-item';
import styles from './decorations.module.css';
import type { ButtonState } from './use-button-state';

/** Everything that is set of a button, each part with its own panel. */
export function ButtonDrilldown({ state }: { state: ButtonState }) {
  const { saved, kind, name, resultSet, isMultiset } = state;
  if (saved === null) return null;
  const isKnown = saved.targetCommandId !== null;
  async function askToDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete “${name}”?`,
      body: 'The button disappears from results. A revision of the command can bring it back.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) state.remove();
  }
  return (
    <SidePanel
      title={`Edit ${name}`}
      context={state.command.name}
      footer={
        <Button variant="default" color="red" loading={state.isBusy} onClick={() => void askToDelete()}>
          Delete
        </Button>
      }
    >
      <Stack gap="lg">
        <ul className={styles.list}>
          <DecorationItem label="Name" value={name} onOpen={() => state.goTo('name')} />
          {kind === 'row' && (isMultiset || resultSet > 0) && (
            <DecorationItem
              label="Result Set"
              value={String(resultSet + 1)}
              onOpen={() => state.goTo('set')}
            />
          )}
          <DecorationItem
            label="To Command"
            value={saved.targetName ?? 'A command that was deleted or that you cannot see'}
            onOpen={() => state.goTo('cmd')}
          />
        </ul>
        <section>
          <h3 className={styles.heading}>
            {kind === 'row' ? 'Input Fields : Output Columns' : 'Input Fields : Output Fields'}
            {isKnown && (
              <Button variant="subtle" size="compact-sm" onClick={() => state.goTo('map')}>
                Edit
              </Button>
            )}
          </h3>
          {saved.maps.length === 0 ? (
            <p className={styles.note}>--</p>
          ) : (
            <div className={styles.rows}>
              {saved.maps.map(({ inputId, inputKey, path }) => [
                <span key={`${inputId} input`} className={styles.value}>
                  {inputKey}
                </span>,
                <IconArrowLeft
                  key={`${inputId} arrow`}
                  className={styles.arrow}
                  size={16}
                  stroke={1.75}
                  aria-label="is filled from"
                />,
                <span key={inputId} className={styles.value}>
                  {path}
                </span>,
              ])}
            </div>
          )}
        </section>
        {state.error !== null && <ErrorNotice error={state.error} />}
      </Stack>
    </SidePanel>
  );
}
