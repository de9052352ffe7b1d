'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { focusMenuButton } from '../menus/focus-menu-button';
import styles from './dialogs.module.css';
import { dialogsPart } from './dialogs-part';

interface DialogOptions {
  title: string;
  body: ReactNode;
  /** The button that answers true. */
  confirmLabel: string;
  /** After so many milliseconds without an answer the dialog closes and answers false. */
  timeoutMs?: number;
}

interface ConfirmOptions extends DialogOptions {
  cancelLabel?: string;
  /** True where going on cannot be undone. */
  isDangerous?: boolean;
  /** True where most people want to go back: then Enter does. */
  isCancelUsual?: boolean;
}

/** Asks a question. True when it was agreed to; false for no, Escape, a click beside it, and the time-out. */
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

/** Tells something that has to be read. True when it was acknowledged with the button, false otherwise. */
export function alert(options: DialogOptions): Promise<boolean> {
  return open(options, false, (answer) => (
    <Button data-autofocus onClick={() => answer(true)}>
      {options.confirmLabel}
    </Button>
  ));
}

interface ChooseOptions<Choice> extends Omit<DialogOptions, 'confirmLabel'> {
  /** One button each, the one to take without a thought last. */
  choices: readonly { label: string; value: Choice }[];
  /** The answer after `timeoutMs`; null without it. */
  atTimeout?: Choice;
  /** Closes the dialog without an answer: the question has gone away. */
  signal?: AbortSignal;
}

/** Asks which of several things to do; null for Escape, a click beside it, and the time-out. */
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

/** Fetches the code of dialogs, where a question is likely to follow. */
export function prepareDialogs(): void {
  void dialogsPart.want();
}

interface OpenOptions<Answer> extends Omit<DialogOptions, 'confirmLabel'> {
  atTimeout?: Answer;
  signal?: AbortSignal;
}

/** @param none the answer where none is given */
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
      // The first answer counts: closing the dialog answers once more, with none.
      resolve(given);
      modals.close(id);
    };
    const id = modals.open({
      title,
      classNames: { title: styles.title, content: styles.content },
      withCloseButton: false,
      onClose: () => settle(none),
      children: (
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
