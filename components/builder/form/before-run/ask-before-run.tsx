import type { AskedRun } from '@/components/builder/runs/attempts';
import type { Command } from '@/components/builder/use-command';
import { type RunExtras, RunQuestion } from '@/components/run-stream/run-question';
import { alert, ask, confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { MISSING } from '@/lib/inputs/is-empty';
import type { ValueIssue } from '@/lib/values/check-values';
import type { BeforeRun } from './before-run';
import { Issues } from './issues';
import { RequiredFields } from './required-fields';
import { ValuesToRun } from './values-to-run';

const INVALID = 'Some of the input values are invalid:';

/**
 * Explains what prevents a run, or asks whether to continue. Returns what to run, or null if the person goes back to the
 * form.
 */
export async function askBeforeRun(
  command: Command,
  found: BeforeRun,
  { isDryRun, isAsked }: { isDryRun: boolean; isAsked: boolean },
): Promise<AskedRun | null> {
  const settled = await settle(command, found);
  if (settled === null || !isAsked) return settled;
  const runLabel = isDryRun ? 'Dry run' : (command.template.runButtonText ?? 'Run');
  const extras = await ask<RunExtras>(`${isDryRun ? 'Dry run of' : 'Run'} “${command.name}”?`, (answer) => (
    <RunQuestion
      command={command}
      about={<ValuesToRun command={command} values={settled.values} />}
      runLabel={runLabel}
      isDryRun={isDryRun}
      onAnswer={answer}
    />
  ));
  return extras === null ? null : { ...extras, ...settled };
}

async function settle(command: Command, found: BeforeRun): Promise<AskedRun | null> {
  const { inputs } = command.template;
  switch (found.kind) {
    case 'ready':
      return { values: found.values };
    case 'missingVariables':
      await alert({
        title: 'Missing variable values',
        body: (
          <>
            These inputs are filled in from your profile or by a startup command, but have no value:
            <Issues inputs={inputs} issues={found.issues} />
            Try logging out and in again.
          </>
        ),
        confirmLabel: 'OK',
      });
      return null;
    case 'missing':
    case 'unreadable':
    case 'invalid':
      // The form marks those that it shows.
      await tellHidden(command, hiddenIssues(command, found.issues));
      return null;
    case 'doubtful': {
      const anyway = await confirm({
        title: 'Invalid input',
        body: (
          <>
            {INVALID}
            <Issues inputs={inputs} issues={found.issues} />
            The source checks these itself. You can leave the values to it, and the history will say so.
          </>
        ),
        cancelLabel: 'Go back and fix',
        confirmLabel: 'Run anyway',
        isCancelUsual: true,
      });
      return anyway ? { values: found.values, runsAnyway: true } : null;
    }
  }
}

const hiddenIssues = ({ template }: Command, issues: readonly ValueIssue[]): ValueIssue[] =>
  issues.filter(({ key }) => template.inputs.find((input) => input.key === key)?.hidden !== false);

/** Explains what is wrong with inputs that the person doesn't see. */
export async function tellHidden(command: Command, issues: readonly ValueIssue[]): Promise<void> {
  const missing = issues.filter(({ message }) => message === MISSING);
  if (missing.length > 0) {
    await alert({
      title: 'Required fields',
      body: <RequiredFields command={command} issues={missing} />,
      confirmLabel: 'Go back and fill in',
    });
  } else if (issues.length > 0) {
    await alert({
      title: 'Invalid input',
      body: (
        <>
          {INVALID}
          <Issues inputs={command.template.inputs} issues={issues} />
        </>
      ),
      confirmLabel: 'Go back and fix',
    });
  }
}
