import type { KeyboardEvent } from 'react';

/**
 * Marks a field of one line, in which Enter sends the form. A phone's keyboard says so on its key.
 */
export const SENDS = { enterKeyHint: 'go' } as const;

/** Whether Enter was pressed in a field of one line to send the form: not to end the composition of a character. */
export function isSent({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
  nativeEvent,
  target,
}: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return false;
  return target instanceof Element && target.getAttribute('enterkeyhint') === SENDS.enterKeyHint;
}
