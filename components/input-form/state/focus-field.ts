const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [contenteditable="true"]';

/** Scrolls to the first of these inputs in the form's order, and focuses its control. */
export function focusField(form: HTMLElement | null, keys: readonly string[]): void {
  const wanted = new Set(keys);
  const fields = Array.from(form?.querySelectorAll<HTMLElement>('[data-field]') ?? []);
  const field = fields.find((each) => wanted.has(each.dataset.field ?? ''));
  if (field === undefined) return;
  field.scrollIntoView({ block: 'nearest' });
  // The label may contain a help button, and a list the buttons that remove its items, which Tab skips.
  const controls = Array.from(field.querySelectorAll<HTMLElement>(FOCUSABLE));
  const control = controls.find((each) => isControl(each));
  control?.focus({ preventScroll: true });
}

const isControl = (element: HTMLElement): boolean =>
  element.getAttribute('tabindex') !== '-1' && element.closest('[data-field-head]') === null;
