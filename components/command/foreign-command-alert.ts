import { alert } from '../ui/feedback/dialogs';

/** Commands of another organization are its own people's to change: says so, to whoever tries. */
export function alertForeignCommand(name: string, what: string): Promise<boolean> {
  return alert({
    title: `Cannot ${what}`,
    body: `“${name}” was shared with you by another organization. You can ${what} only your own commands.`,
    confirmLabel: 'Got it',
  });
}
