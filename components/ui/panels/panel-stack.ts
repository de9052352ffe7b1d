import type { PanelAddress } from './panel-kinds';

/** Panels stack this deep and no deeper. */
export const DEEPEST_STACK = 10;

/** The panels that are open, the first at the bottom. */
export type PanelStack = readonly PanelAddress[];

/** A stack with one more panel on top; the same stack if it is full or that panel is already on top. */
export function pushPanel(stack: PanelStack, panel: PanelAddress): PanelStack {
  if (stack.length >= DEEPEST_STACK || stack.at(-1) === panel) return stack;
  return [...stack, panel];
}

export function popPanel(stack: PanelStack): PanelStack {
  return stack.slice(0, -1);
}

/**
 * The stack after a panel closed itself. It stays as it is if that panel is closed by now, or another one is over it:
 * what is saved meanwhile must not close what the person went to.
 *
 * @param shown the panels that the page draws: addresses of others are above it unseen
 */
export function closePanel(stack: PanelStack, panel: PanelAddress, shown: PanelStack): PanelStack {
  const index = stack.lastIndexOf(panel);
  return index < 0 || shown.at(-1) !== panel ? stack : stack.slice(0, index);
}

/** The stack down to the given panel, which ends up on top; the same stack if it isn't included. */
export function popToPanel(stack: PanelStack, panel: PanelAddress): PanelStack {
  const index = stack.lastIndexOf(panel);
  return index < 0 ? stack : stack.slice(0, index + 1);
}

/** The stack with its top panel replaced. */
export function replacePanel(stack: PanelStack, panel: PanelAddress): PanelStack {
  return [...stack.slice(0, -1), panel];
}
