'use client';

import { type DriveStep, driver } from 'driver.js';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import 'driver.js/dist/driver.css';
import { callApi } from '@/lib/client/api-client';
import { endTour } from '@/lib/contract/library/first-visit';
import styles from './tour.module.css';

/** What the tour says, and the part of the page that it points at; a step without one stands in the middle. */
const steps: readonly { at: string | null; title: string; text: string }[] = [
  {
    at: null,
    title: 'Welcome to Pushboard',
    text: 'A command runs an operation of your own backend: a function in a database, a request to an API, or a Lambda in your own cloud. Fill in its form and press Run.',
  },
  {
    at: '[data-tour="commands"]',
    title: 'Your commands',
    text: 'The commands that you can run are in this list. Search it by their names, their folders, and what they are called at their source.',
  },
  {
    at: '[data-tour="commands"]',
    title: 'Share them',
    text: 'Commands and folders can be shared with colleagues: with runners, who use them, and with engineers, who also change them.',
  },
  {
    at: 'nav[aria-label="Main"] a[href$="/history"]',
    title: 'Look back',
    text: 'The history keeps every run with its values, and its result until that is deleted. This tour is in your menu whenever you want it again.',
  },
];

/** Shows a new person around, once; `onEnd` is called when they finish or close it. */
export default function Tour({ onEnd }: { onEnd: () => void }) {
  const router = useRouter();
  useEffect(() => {
    let isLeft = false;
    const tour = driver({
      steps: steps.map(stepOf),
      animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      allowClose: true,
      overlayClickBehavior: () => undefined,
      disableActiveInteraction: true,
      popoverClass: styles.popover ?? '',
      showProgress: true,
      progressText: '{{current}} of {{total}}',
      nextBtnText: 'Next',
      prevBtnText: 'Previous',
      doneBtnText: 'Done',
      onPopoverRender: ({ title, footer }) => {
        // Parts of a dialog, not of the page.
        title.setAttribute('role', 'heading');
        title.setAttribute('aria-level', '2');
        footer.setAttribute('role', 'group');
      },
      onHighlighted: () => {
        // What the tour points at doesn't open it. A step in the middle points at a stand-in.
        const element = document.querySelector('.driver-active-element');
        for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls'])
          element?.removeAttribute(name);
      },
      onDestroyed: () => {
        if (isLeft) return;
        // If it can't be recorded, the tour starts again next time, which is better than an error now.
        callApi(endTour, {}).then(
          // The page as it was fetched starts the tour, and would do so again when people come back to it.
          () => router.refresh(),
          () => undefined,
        );
        onEnd();
      },
    });
    tour.drive();
    return () => {
      isLeft = true;
      tour.destroy();
    };
  }, [onEnd, router]);
  return null;
}

function stepOf({ at, title, text }: (typeof steps)[number]): DriveStep {
  const popover = { title, description: text };
  const element = at === null ? null : document.querySelector<HTMLElement>(at);
  // On a phone, some of them are in a menu.
  return element?.checkVisibility() ? { element, popover } : { popover };
}
