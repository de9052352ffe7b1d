import { prepareDialogs } from '@/components/ui/dialogs';

export const importRunCards = () => import('./run-cards');

/** After the page is there and the form can be typed into. */
const AFTER_MS = 600;

/** Fetches, once the page has settled, what a press on Run will need. Answers how to call it off. */
export function prepareResults(): () => void {
  const timer = setTimeout(() => {
    void importRunCards();
    void import('@/components/result-view/table-result');
    prepareDialogs();
  }, AFTER_MS);
  return () => clearTimeout(timer);
}
