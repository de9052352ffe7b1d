/**
 * Moves the focus from an item of an open menu to the menu's button. Panels and dialogs give the focus back to
 * where it was when they opened; an item that opened one is gone by then, and its button is not.
 */
export function focusMenuButton(): void {
  const menu = document.activeElement?.closest<HTMLElement>('[role="menu"]') ?? null;
  if (menu === null) return;
  document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`)?.focus();
}
