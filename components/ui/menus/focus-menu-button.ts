/**
 * Moves the focus from an item of an open menu to the menu's button. Panels and dialogs return the focus to where it
 * was when they opened; by then the menu item is gone, but its button isn't.
 */
export function focusMenuButton(): void {
  const menu = document.activeElement?.closest<HTMLElement>('[role="menu"]') ?? null;
  if (menu === null) return;
  document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`)?.focus();
}
