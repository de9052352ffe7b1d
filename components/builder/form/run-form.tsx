'use client';

import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { parseAsString, useQueryState } from 'nuqs';
import { type ClipboardEvent, type RefObject, useContext, useMemo, useState } from 'react';
import { formDropdowns } from '@/components/input-form/dropdown/command-dropdowns';
import { FormDropdownsProvider } from '@/components/input-form/dropdown/form-dropdowns';
import { InputForm } from '@/components/input-form/input-form';
import { RecentValuesProvider } from '@/components/input-form/recent-values';
import { isSent } from '@/components/input-form/state/send-form';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { openInputs, shownInputs } from '@/lib/inputs/form-inputs';
import { inputNames } from '@/lib/inputs/input-names';
import { applyConditions } from '@/lib/values/conditions';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { Command } from '../use-command';
import { foldedKeys, withoutFolded } from './folded-inputs';
import { FormPlaceContext } from './form-place';
import { OtherWays } from './other-ways';
import { RunBar } from './run-bar';
import styles from './run-form.module.css';
import { useRecentRuns } from './starting-values/use-recent-runs';
import { stopWords } from './stop-words';
import type { FormActions } from './use-form-state';
import type { HiddenInputs } from './use-hidden-inputs';
import { useUnlock } from './use-unlock';

interface RunFormProps {
  command: Command;
  caller: ValuesCaller;
  form: FormActions;
  formRef: RefObject<HTMLDivElement | null>;
  hidden: HiddenInputs;
  /** Null if nobody is signed in. */
  userId: string | null;
  onPrepare: () => void;
  onRun: () => void;
  onDryRun: () => void;
}

const ONLY_LOOKING = 'Running in public mode no longer supported';

/** The card with a command's form and its Run button. ⌘/Ctrl-Enter runs from anywhere on the page, and Enter
 * from a field of one line. */
export function RunForm(props: RunFormProps) {
  const { command, caller, form, formRef, hidden, userId, onPrepare, onRun, onDryRun } = props;
  const { inputs, runButtonText } = command.template;
  const names = useMemo(() => inputNames(inputs), [inputs]);
  const { state, change, leave, reset } = form;
  const shown = useMemo(
    () =>
      shownInputs(
        applyConditions(inputs, state.values, caller.variables).filter(({ isLeftOut }) => !isLeftOut),
      ),
    [inputs, state.values, caller.variables],
  );
  const [wantedKey] = useQueryState('pushboardInputKey', parseAsString);
  const folded = useMemo(() => foldedKeys(shown, state, wantedKey), [shown, state, wantedKey]);
  const [isUnfolded, setUnfolded] = useState(false);
  const drawn = useMemo(
    () => (isUnfolded ? shown : withoutFolded(shown, folded)),
    [isUnfolded, shown, folded],
  );
  const dropdowns = useMemo(() => formDropdowns(command), [command]);
  const panels = useSidePanels();
  // Their panels belong to the form of the page.
  const isOfPage = useContext(FormPlaceContext) === null;
  const hasPresets = isOfPage && command.hasAccess && openInputs(inputs).length > 0;
  const unlock = useUnlock(command, form);
  const recent = useRecentRuns(command, userId);
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const [, inputId] = /-(\d+)$/.exec(event.target instanceof HTMLInputElement ? event.target.id : '') ?? [];
    // A list has taken the cells as its values. Anywhere else, tabs are part of the text.
    if (event.defaultPrevented || inputId === undefined || !text.includes('\t')) return;
    event.preventDefault();
    import('./starting-values/pasted-row').then(
      ({ pasteRow }) => pasteRow(shown, names, form, Number(inputId), text),
      (error: unknown) => toast.failure('The row could not be pasted', error),
    );
  };
  const run = () => {
    if (command.hasAccess) onRun();
    else toast.danger(ONLY_LOOKING);
  };
  useHotkeys(
    [
      [
        'mod+Enter',
        ({ target }) => {
          // In a panel or a dialog, it means something else or nothing.
          if (target instanceof Element && target.closest('[role="dialog"]') !== null) return;
          run();
        },
      ],
    ],
    [],
  );
  const Chevron = isUnfolded ? IconChevronUp : IconChevronDown;
  return (
    <section
      className={styles.card}
      ref={formRef}
      aria-label="Inputs"
      tabIndex={-1}
      data-arrival
      onPaste={onPaste}
      onKeyDown={(event) => {
        if (event.defaultPrevented || !isSent(event)) return;
        event.preventDefault();
        run();
      }}
      onFocus={recent.prepare}
    >
      {shown.length === 0 ? (
        <p className={styles.none}>This command takes no inputs.</p>
      ) : (
        <FormDropdownsProvider form={dropdowns} values={state.values}>
          <RecentValuesProvider value={recent.values}>
            <InputForm
              inputs={drawn}
              names={names}
              values={state.values}
              unreadable={state.unreadable}
              errors={state.errors}
              caller={caller}
              onChange={change}
              onLeave={leave}
              onUnlock={command.role === 'admin' ? unlock : undefined}
            />
          </RecentValuesProvider>
        </FormDropdownsProvider>
      )}
      {(folded.size > 0 || isUnfolded) && (
        <Button
          variant="subtle"
          color="gray"
          className={styles.fold}
          aria-expanded={isUnfolded}
          leftSection={<Chevron size={16} stroke={1.75} aria-hidden />}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Fold optional inputs' : `${folded.size} optional inputs`}
        </Button>
      )}
      {form.isRestored && (
        <p className={styles.restored}>
          This is what you entered here before.
          <Button variant="subtle" size="compact-xs" onClick={reset}>
            Start empty
          </Button>
        </p>
      )}
      <RunBar
        stop={stopWords(state, names, command.creatorName, caller.variables.user_name)}
        label={command.needsApproval ? 'Ask for approval' : (runButtonText ?? 'Run')}
        others={
          isOfPage && command.hasAccess ? (
            <OtherWays command={command} takesInputs={shown.length > 0} />
          ) : null
        }
        lack={command.hasAccess ? null : userId === null ? 'session' : 'access'}
        hiddenCount={hidden.count}
        isHiddenShown={hidden.isShown}
        onToggleHidden={hidden.toggle === undefined ? undefined : () => hidden.toggle?.(form)}
        onPrepare={onPrepare}
        onRun={onRun}
        // What only reads has nothing to undo.
        onDryRun={command.canDryRun && command.template.warningTag !== 'safe' ? onDryRun : undefined}
        dryRunNeedsApproval={command.needsApproval}
        onPresets={hasPresets ? () => panels.push({ kind: 'presets' }) : undefined}
        onReset={state.changed.size > 0 || Object.keys(state.values).length > 0 ? reset : undefined}
      />
    </section>
  );
}
