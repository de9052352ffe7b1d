let typed = '';
let isHeld = false;

/**
 * Keeps what is typed from now on for the search box, which isn't there yet: otherwise the field that has the focus would
 * get it. Ends with `takeTyping`, or with Escape or a press anywhere.
 */
export function holdTyping(): void {
  typed = '';
  if (isHeld) return;
  isHeld = true;
  window.addEventListener('keydown', hold, { capture: true });
  window.addEventListener('pointerdown', release, { capture: true });
}

/** Returns what was typed before the search box had the focus. */
export function takeTyping(): string {
  release();
  const taken = typed;
  typed = '';
  return taken;
}

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape') {
    release();
    return;
  }
  if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}

function release(): void {
  isHeld = false;
  window.removeEventListener('keydown', hold, { capture: true });
  window.removeEventListener('pointerdown', release, { capture: true });
}
