import { prepareDialogs } from '@/components/ui/feedback/dialogs';
import { fetchedPart } from '@/components/ui/loading/fetched-part';

/** The results of a page, whose code is fetched while one fills in the form. */
export const runCards = fetchedPart(() => import('./run-cards'));

/** After the page is there and the form can be typed into. */
const AFTER_MS = 600;

/** Fetches, once the page has settled, what a press on Run will need. Answers how to call it off. */
export function prepareResults(): () => void {
  const timer = setTimeout(() => {
    runCards.prepare();
    void import('@/components/result-view/result-view').then(({ prepareResultView }) => prepareResultView());
    prepareDialogs();
    void import('../form/ask-before-run');
  }, AFTER_MS);
  return () => clearTimeout(timer);
}
