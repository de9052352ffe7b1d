import type { KeyboardEvent } from 'react';

/**
 * For a short text of several lines: Enter sends its form, as in a field of one line, and Shift-Enter adds a line. A
 * phone's keyboard says so on its key.
 */
export const sendsOnEnter = {
  enterKeyHint: 'send',
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Enter also ends the composition of a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  },
} as const;
