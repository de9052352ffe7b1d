'use client';

import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import { useCallback, useContext, useMemo } from 'react';
import { focusMenuButton } from '../menus/focus-menu-button';
import { type Panel, panelAddress } from './panel-kinds';
import { OwnPanel } from './panel-on-top';
import {
  closePanel,
  DEEPEST_STACK,
  type PanelStack,
  popPanel,
  popToPanel,
  pushPanel,
  replacePanel,
} from './panel-stack';

export interface SidePanels {
  stack: PanelStack;
  push(panel: Panel): void;
  /** Opens a panel in the place of all that are open: another one of a list that stays in use next to it. */
  open(panel: Panel): void;
  /** Closes the panel on top. Within a panel, closes that one, unless it is closed by now or no longer on top. */
  pop(): void;
  popTo(panel: Panel): void;
  /** Replaces the panel on top. Within a panel that is closed by now, does nothing. */
  replace(panel: Panel): void;
  closeAll(): void;
}

/** The address of a panel as it comes back from the URL, so that the stack is the same before and after. */
const addressOf = (panel: Panel): string => panelAddress(panel).replaceAll('%2C', ',');

const parser = parseAsArrayOf(parseAsString).withDefault([]).withOptions({ history: 'push' });

/** The open panels of the page. They are in its URL (`panel`), so back, reload, and shared links keep them. */
export function useSidePanels(): SidePanels {
  const [inUrl, setStack] = useQueryState('panel', parser);
  const own = useContext(OwnPanel);
  const stack = useMemo(() => inUrl.slice(0, DEEPEST_STACK), [inUrl]);
  const change = useCallback(
    (next: (stack: PanelStack) => PanelStack) => {
      void setStack((current) => {
        const changed = next(current);
        return changed.length === 0 ? null : [...changed];
      });
    },
    [setStack],
  );
  return useMemo(
    () => ({
      stack,
      push: (panel) => {
        focusMenuButton();
        change((current) => pushPanel(current, addressOf(panel)));
      },
      open: (panel) => {
        focusMenuButton();
        change(() => [addressOf(panel)]);
      },
      pop: () =>
        change((current) =>
          own === null ? popPanel(current) : closePanel(current, own.address, own.shown.current),
        ),
      popTo: (panel) => change((current) => popToPanel(current, addressOf(panel))),
      replace: (panel) =>
        change((current) =>
          own === null || current.includes(own.address) ? replacePanel(current, addressOf(panel)) : current,
        ),
      closeAll: () => change(() => []),
    }),
    [stack, change, own],
  );
}
