import type { AttentionKind } from '@/lib/contract/dependents/attention';
import type { AttentionItem } from './use-attention';

interface Words {
  /** What stopped. */
  what: (item: AttentionItem) => string;
  /** Why, and what it means for people. */
  why: (item: AttentionItem) => string;
  /** What fixes it, on a button. */
  remedy: string;
  /** The panel with it, after `?panel=`. */
  panel: (item: AttentionItem) => string;
}

const configure = (commandId: number, tab: string) => `configure:${commandId}&configure-tab=${tab}`;

const ofKind: Readonly<Record<AttentionKind, Words>> = {
  condition: {
    what: ({ name }) => `The condition of ${name}`,
    why: ({ detail }) =>
      `It depends on ${detail}, which the command no longer has or which is hidden or secret now. The command can’t be run.`,
    remedy: 'Fix or remove the condition',
    panel: ({ commandId }) => configure(commandId, 'inputs'),
  },
  check: {
    what: ({ name }) => `The check “${name}”`,
    why: ({ detail }) => `It compares ${detail}, which the command no longer has. The command can’t be run.`,
    remedy: 'Fix or remove the check',
    panel: ({ commandId }) => `input-checks:${commandId}`,
  },
  job: {
    what: ({ name }) => `The scheduled job “${name}”`,
    why: ({ detail }) => detail ?? 'It was paused.',
    remedy: 'Check its values',
    panel: ({ commandId }) => configure(commandId, 'jobs'),
  },
  webhook: {
    what: ({ name }) => `The webhook “${name}”`,
    why: ({ detail }) => detail ?? 'It was paused.',
    remedy: 'Check its values',
    panel: ({ commandId }) => configure(commandId, 'webhooks'),
  },
  auto_run: {
    what: ({ name, detail }) => `The auto-run “${detail}” of the scheduled job “${name}”`,
    why: () =>
      'The button that it follows was deleted, opens another command now, or lost what it fills. The job still runs, but no command follows.',
    remedy: 'Link it again',
    panel: ({ commandId }) => configure(commandId, 'jobs'),
  },
  dropdown: {
    what: ({ name }) => `The dropdown of ${name}`,
    why: ({ detail }) =>
      detail === null
        ? 'The command that gives its options was deleted.'
        : `The command that gives its options no longer returns ${detail}.`,
    remedy: 'Choose another dropdown',
    panel: ({ commandId }) => configure(commandId, 'inputs'),
  },
  button: {
    what: ({ name }) => `The button “${name}”`,
    why: ({ detail }) =>
      detail === null
        ? 'The command that it opens was deleted. Nobody sees the button.'
        : `An input that it fills, or a column that it fills from, is gone: ${detail}. Nobody sees the button.`,
    remedy: 'Choose what it opens and fills',
    panel: ({ commandId }) => configure(commandId, 'output'),
  },
  error_jump: {
    what: () => 'The button on errors',
    why: () => 'The command that it opens was deleted. Nobody is offered it.',
    remedy: 'Choose another command',
    panel: ({ commandId }) => configure(commandId, 'output'),
  },
  undo: {
    what: () => 'The undo partner',
    why: ({ detail }) =>
      detail === null
        ? 'The command that takes it back was deleted. Its runs can’t be undone.'
        : `The command that takes it back fills in ${detail}, which is gone or hidden now.`,
    remedy: 'Fix or remove the undo partner',
    panel: ({ commandId }) => `undo-partner:${commandId}`,
  },
  forecast: {
    what: ({ name }) => `The next sync of ${name}`,
    why: ({ detail }) => `Nothing is synced yet. ${detail}`,
    remedy: 'Prepare for it',
    panel: ({ commandId }) => configure(commandId, 'inputs'),
  },
};

/** What stopped, why, and what fixes it. `panel` is where, as the address has it. */
export function attentionWords(item: AttentionItem) {
  const { what, why, remedy, panel } = ofKind[item.kind];
  return { what: what(item), why: why(item), remedy, panel: panel(item) };
}
