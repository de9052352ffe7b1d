/** A ref for what takes the place of a form that was sent: the focus, which the form's button had, goes there. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
