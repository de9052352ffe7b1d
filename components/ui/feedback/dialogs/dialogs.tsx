'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { focusMenuButton } from '@/components/ui/menus/focus-menu-button';
import styles from './dialogs.module.css';
import { dialogsPart } from './dialogs-part';

interface DialogOptions {
  title: string;
  body: ReactNode;
  /** The button that returns true. */
  confirmLabel: string;
  /** After this many milliseconds without an answer, the dialog closes and returns false. */
  timeoutMs?: number;
  /** Closes the dialog without an answer, because the question no longer applies. */
  signal?: AbortSignal;
}

interface ConfirmOptions extends DialogOptions {
  cancelLabel?: string;
  /** True if the action can't be undone. */
  isDangerous?: boolean;
  /** True if most people want to go back; then Enter does. */
  isCancelUsual?: boolean;
}

/** Asks for confirmation. True if confirmed; false for no, Escape, a click outside, and the timeout. */
export function confirm({
  cancelLabel = 'Cancel',
  isDangerous = false,
  isCancelUsual = false,
  ...options
}: ConfirmOptions): Promise<boolean> {
  return open(options, false, (answer) => {
    const back = (
      <Button
        variant={isCancelUsual ? 'filled' : 'default'}
        data-autofocus={isCancelUsual || undefined}
        onClick={() => answer(false)}
      >
        {cancelLabel}
      </Button>
    );
    const onward = (
      <Button
        className={isDangerous ? styles.dangerous : undefined}
        variant={isCancelUsual ? 'default' : 'filled'}
        data-autofocus={!isCancelUsual || undefined}
        onClick={() => answer(true)}
      >
        {options.confirmLabel}
      </Button>
    );
    return isCancelUsual ? (
      <>
        {onward}
        {back}
      </>
    ) : (
      <>
        {back}
        {onward}
      </>
    );
  });
}

/** Shows something that has to be read. True if it was acknowledged with the button, false otherwise. */
export function alert(options: DialogOptions): Promise<boolean> {
  return open(options, false, (answer) => (
    <Button data-autofocus onClick={() => answer(true)}>
      {options.confirmLabel}
    </Button>
  ));
}

interface ChooseOptions<Choice> extends Omit<DialogOptions, 'confirmLabel'> {
  /** One button each, with the default last. */
  choices: readonly { label: string; value: Choice }[];
  /** The result after `timeoutMs`; null without it. */
  atTimeout?: Choice;
}

/** Offers several actions; null for Escape, a click outside, and the timeout. */
export function choose<Choice>({ choices, ...options }: ChooseOptions<Choice>): Promise<Choice | null> {
  return open<Choice | null>(options, null, (answer) =>
    choices.map(({ label, value }, index) => {
      const isLast = index === choices.length - 1;
      return (
        <Button
          key={label}
          variant={isLast ? 'filled' : 'default'}
          data-autofocus={isLast || undefined}
          onClick={() => answer(value)}
        >
          {label}
        </Button>
      );
    }),
  );
}

/** Shows a form, which gives its answer itself; null for Escape and a click outside. */
export const ask = <Answer,>(
  title: string,
  renderForm: (answer: (given: Answer | null) => void) => ReactNode,
): Promise<Answer | null> => open<Answer | null>({ title }, null, renderForm);

/** Fetches the code of dialogs when one is likely to follow. */
export function prepareDialogs(): void {
  void dialogsPart.want();
}

interface OpenOptions<Answer> extends Omit<DialogOptions, 'confirmLabel' | 'body'> {
  /** Above the buttons; absent for a form that has both. */
  body?: ReactNode;
  atTimeout?: Answer;
}

/** @param none the result without an answer */
async function open<Answer>(
  { title, body, timeoutMs, atTimeout, signal }: OpenOptions<Answer>,
  none: Answer,
  renderButtons: (answer: (given: Answer) => void) => ReactNode,
): Promise<Answer> {
  focusMenuButton();
  const [{ modals }] = await Promise.all([import('@mantine/modals'), dialogsPart.want()]);
  return new Promise((resolve) => {
    const settle = (given: Answer) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', goAway);
      // The first result counts: closing the dialog reports again, without an answer.
      resolve(given);
      modals.close(id);
    };
    const id = modals.open({
      title,
      classNames: { title: styles.title, content: styles.content },
      padding: 24,
      withCloseButton: false,
      onClose: () => settle(none),
      children:
        body === undefined ? (
          renderButtons(settle)
        ) : (
          <>
            <div className={styles.body}>{body}</div>
            <div className={styles.buttons}>{renderButtons(settle)}</div>
          </>
        ),
    });
    const goAway = () => settle(none);
    signal?.addEventListener('abort', goAway);
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => settle(atTimeout ?? none), timeoutMs);
    if (signal?.aborted) goAway();
  });
}
