'use client';

import { IconBookmark } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { openValues } from '@/lib/inputs/form-inputs';
import { injectedValues } from '../form/starting-values/injected-values';
import type { FormActions } from '../form/use-form-state';
import type { Command } from '../use-command';
import { PresetItem } from './preset-item';
import styles from './presets.module.css';
import { SavePreset } from './save-preset';
import { type Preset, usePresets } from './use-presets';

const HOW_TO_SAVE = 'Fill in the form to save its values as a preset. Passwords and files are never saved.';

/** Named sets of values: the person's own and those shared with everyone who has the command. */
export function PresetsPanel({ command, form }: { command: Command; form: FormActions }) {
  const panels = useSidePanels();
  const { presets, create, ...actions } = usePresets(command);
  const { inputs } = command.template;
  const formValues = openValues(inputs, form.state.values);
  const isFilled = Object.keys(formValues).length > 0;
  const list = (title: string, found: readonly Preset[]) =>
    found.length > 0 && (
      <section aria-label={title}>
        <h3 className={styles.heading}>{title}</h3>
        <ul className={styles.list}>
          {found.map((preset) => (
            <li key={preset.presetId} className={styles.preset}>
              <PresetItem
                command={command}
                preset={preset}
                formValues={formValues}
                actions={actions}
                onUse={() => {
                  form.fill(injectedValues(inputs, preset.values));
                  panels.closeAll();
                }}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <SidePanel title="Presets" context={command.name}>
      {isFilled && <SavePreset command={command} values={formValues} create={create} />}
      <QueryState
        query={presets}
        loading={<ListSkeleton rows={2} />}
        isEmpty={(found) => found.length === 0}
        empty={
          <EmptyNotice icon={<IconBookmark size={22} stroke={1.75} />} title="No presets yet">
            A preset is a set of values with a name. It fills in the form with one click.
            {!isFilled && ` ${HOW_TO_SAVE}`}
          </EmptyNotice>
        }
      >
        {(found) => (
          <>
            {!isFilled && <p className={styles.about}>{HOW_TO_SAVE}</p>}
            {list(
              'Mine',
              found.filter(({ isShared }) => !isShared),
            )}
            {list(
              'Shared',
              found.filter(({ isShared }) => isShared),
            )}
          </>
        )}
      </QueryState>
    </SidePanel>
  );
}
