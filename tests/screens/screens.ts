import { field, openCommand, pressRun, resultCards, waitForOutcome } from '../e2e/support/steps';
import { apiScreens } from './apis';
import { builderScreens } from './builder';
import { configureScreens } from './configure';
import { errorScreens } from './errors';
import { frameScreens } from './frame';
import { historyScreens } from './history';
import { libraryScreens } from './library';
import { mailScreens } from './mail';
import { pageScreens } from './pages';
import { panelScreens } from './panels';
import { resultScreens } from './results';
import { scheduleScreens } from './schedules';
import type { Screen } from './screen';
import { shareScreens } from './share';
import { sourceScreens } from './sources';
import { teamScreens } from './team';
import { emptyScreens, waitingScreens } from './waiting';

/** The README's pictures: a form that is filled in, and its result. */
export const README_PICTURE: Screen = {
  name: 'readme',
  show: async (page) => {
    await openCommand(page, 'Find orders');
    await field(page, 'Customer name').fill('Lena');
    await field(page, 'From date').fill('2026-05-01');
    await field(page, 'Min amount').fill('99.90');
    await field(page, 'Row limit').fill('8');
    await pressRun(page);
    await waitForOutcome(page, 'Success');
    await resultCards(page).first().getByRole('grid').waitFor();
    await field(page, 'Row limit').blur();
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  },
};

/** Every screen and panel, in each state that people see. */
export const screens: readonly Screen[] = [
  ...frameScreens,
  ...libraryScreens,
  ...sourceScreens,
  ...apiScreens,
  ...builderScreens,
  ...resultScreens,
  ...historyScreens,
  ...configureScreens,
  ...errorScreens,
  ...teamScreens,
  ...mailScreens,
  ...scheduleScreens,
  ...shareScreens,
  ...pageScreens,
  ...panelScreens,
  ...waitingScreens,
  ...emptyScreens,
];
