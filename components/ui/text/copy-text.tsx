import { alert } from '../feedback/dialogs/dialogs';
import { toast } from '../feedback/toasts/toasts';

/**
 * Copies text to the clipboard and confirms it. Browsers offer a clipboard only to secure pages and this machine: elsewhere,
 * the text is shown to be copied by hand.
 *
 * @returns whether it was copied
 */
export async function copyText(text: string, told: string): Promise<boolean> {
  if (navigator.clipboard === undefined) {
    toast.danger('Error - No navigator found');
    await showText(text);
    return false;
  }
  try {
    await navigator.clipboard.writeText(text);
    toast.success(told);
    return true;
  } catch {
    toast.danger('The browser did not allow copying. Select the text and copy it by hand.');
    await showText(text);
    return false;
  }
}

/** Longer texts aren't selected by hand, and would hold the page up. */
const MOST_SHOWN = 20_000;

async function showText(text: string): Promise<void> {
  if (text.length > MOST_SHOWN) return;
  await alert({
    title: 'Copy by hand',
    body: (
      <pre style={{ maxHeight: '40vh', overflow: 'auto', whiteSpace: 'pre-wrap', userSelect: 'all' }}>
        {text}
      </pre>
    ),
    confirmLabel: 'Done',
  });
}
