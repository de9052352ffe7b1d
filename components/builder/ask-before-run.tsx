import { inputName } from '@/components/input-form/field';
import { alert, confirm } from '@/components/ui/dialogs';
import { changesData, warningLabel } from '@/components/ui/warning-tag';
import { MISSING, type ValueIssue } from '@/lib/inputs/check-values';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { BeforeRun } from './before-run';
import type { Command } from './use-command';

/**
 * Says what stands in the way of a run, or asks whether to go on. Answers the values to run with, or null
 * where the person goes back to the form.
 */
export async function askBeforeRun(command: Command, found: BeforeRun): Promise<InputValues | null> {
  const values = await settle(command, found);
  if (values === null || !changesData(command.template.warningTag)) return values;
  const agreed = await confirm({
    title: `${warningLabel(command.template.warningTag)}: run it now?`,
    body: `“${command.name}” is marked as changing data. It runs with the values in the form.`,
    confirmLabel: command.template.runButtonText ?? 'Run',
  });
  return agreed ? values : null;
}

async function settle(command: Command, found: BeforeRun): Promise<InputValues | null> {
  const { inputs } = command.template;
  switch (found.kind) {
    case 'ready':
      return found.values;
    case 'missingVariables':
      await alert({
        title: 'Missing Variable Values',
        body: (
          <>
            These inputs are taken from who you are, and are not known:
            <Issues inputs={inputs} issues={found.issues} />
            Try to log out and in again.
          </>
        ),
        confirmLabel: 'OK',
      });
      return null;
    case 'missing':
      await alert({
        title: 'Required Fields',
        body: (
          <>
            These inputs must be filled in before this can run:
            <Issues inputs={inputs} issues={found.issues} />
            If you do not know what belongs there, talk to the command's creator.
          </>
        ),
        confirmLabel: 'Go Back and Fill In',
      });
      return null;
    case 'unreadable':
      await alert({
        title: 'Invalid Input',
        body: (
          <>
            Some of the input values cannot be read:
            <Issues inputs={inputs} issues={found.issues} />
          </>
        ),
        confirmLabel: 'Go back and fix',
      });
      return null;
    case 'invalid': {
      const anyway = await confirm({
        title: 'Invalid Input',
        body: (
          <>
            Some of the input values are invalid:
            <Issues inputs={inputs} issues={found.issues} />
          </>
        ),
        cancelLabel: 'Go back and fix',
        confirmLabel: 'Run Anyway',
      });
      return anyway ? found.values : null;
    }
  }
}

function Issues({ inputs, issues }: { inputs: readonly Input[]; issues: readonly ValueIssue[] }) {
  return (
    <ul>
      {issues.map(({ key, message }) => {
        const input = inputs.find((each) => each.key === key);
        return (
          <li key={key}>
            <b>{input === undefined ? key : inputName(input)}</b>
            {input?.hidden === true && ' (hidden)'}
            {/* What is missing is said above the list. */}
            {message !== MISSING && `: ${message}`}
          </li>
        );
      })}
    </ul>
  );
}
