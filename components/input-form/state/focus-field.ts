const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [contenteditable="true"]';

/** Scrolls to the first of these inputs in the form's order, and focuses its control. */
export function focusField(form: HTMLElement | null, keys: readonly string[]): void {
  const wanted = new Set(keys);
  const fields = Array.from(form?.querySelectorAll<HTMLElement>('[data-field]') ?? []);
  const field = fields.find((each) => wanted.has(each.dataset.field ?? ''));
  if (field === undefined) return;
  field.scrollIntoView({ block: 'nearest' });
  // The label may contain a help button; the control comes after it.
  const controls = Array.from(field.querySelectorAll<HTMLElement>(FOCUSABLE));
  controls.find((control) => control.closest('[data-field-head]') === null)?.focus({ preventScroll: true });
}
