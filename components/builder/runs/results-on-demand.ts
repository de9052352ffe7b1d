import { prepareDialogs } from '@/components/ui/feedback/dialogs/dialogs';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { formChecks } from '../form/before-run/form-checks';

/** The results of a page; their code is fetched while the form is being filled in. */
export const runCards = fetchedPart(() => import('./card/run-cards'));

/** After the page has loaded and the form is interactive. */
const AFTER_MS = 600;

const untilNeeded = () => {
  // Whether the failure matters shows when a run needs them.
};

/** Once the page has settled, fetches what a press on Run will need. Returns a function that cancels this. */
export function prepareResults(): () => void {
  const timer = setTimeout(() => {
    runCards.prepare();
    void import('@/components/result-view/result-view').then(
      ({ prepareResultView }) => prepareResultView(),
      untilNeeded,
    );
    prepareDialogs();
    import('../form/before-run/ask-before-run').catch(untilNeeded);
    void formChecks([]);
  }, AFTER_MS);
  return () => clearTimeout(timer);
}
