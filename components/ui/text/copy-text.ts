import { toast } from '../feedback/toasts/toasts';

/** Copies text to the clipboard and confirms it; browsers offer a clipboard only to secure pages and this machine. */
export async function copyText(text: string, told: string): Promise<void> {
  if (navigator.clipboard === undefined) {
    toast.danger('Error - No navigator found');
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    toast.success(told);
  } catch {
    toast.danger('The browser did not allow copying. Select the text and copy it by hand.');
  }
}
