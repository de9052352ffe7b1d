import { focusOnMount } from '@/components/ui/feedback/focus-on-mount';
import { Notice } from '@/components/ui/feedback/notice';
import type { Confirmation } from './use-confirmation';

interface Words {
  kind: 'info' | 'good';
  title: string;
  text: string;
}

function wordsOf({ state, programName, needsApproval }: Confirmation): Words {
  switch (state) {
    case 'waiting':
    case 'confirmed':
      return {
        kind: 'good',
        title: 'Confirmed',
        text: `Return to ${programName}, which can run it now. If it has stopped waiting, tell it to go on.`,
      };
    case 'used':
      return {
        kind: 'good',
        title: 'Confirmed, and started',
        text: needsApproval
          ? `An engineer has to approve it before it runs. ${programName} can read the result then.`
          : `Return to ${programName} for the result. It is in the history, too.`,
      };
    case 'declined':
      return {
        kind: 'info',
        title: 'Declined',
        text: `Nothing was run. ${programName} learns that you declined.`,
      };
    case 'expired':
      return {
        kind: 'info',
        title: 'Expired',
        text: `Nothing was run. If you still want this, tell ${programName} to try again.`,
      };
    case 'changed':
      return {
        kind: 'info',
        title: 'The command was changed',
        text: `Nothing was run, because the command was changed after the program asked. Tell ${programName} to try again.`,
      };
  }
}

interface OutcomeProps {
  confirmation: Confirmation;
  /** Whether it takes the place of the buttons, one of which had the focus. */
  takesFocus: boolean;
}

/** What has become of a run that no longer waits for an answer. */
export function Outcome({ confirmation, takesFocus }: OutcomeProps) {
  const { kind, title, text } = wordsOf(confirmation);
  return (
    <div role="status" tabIndex={-1} ref={takesFocus ? focusOnMount : null}>
      <Notice kind={kind} title={title}>
        {text}
      </Notice>
    </div>
  );
}
