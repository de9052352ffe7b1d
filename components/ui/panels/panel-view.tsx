'use client';

import { type ReactNode, useContext } from 'react';
import { PanelAside } from './panel-aside';
import { PanelOnTop } from './panel-on-top';
import styles from './side-panel-stack.module.css';

/**
 * One of several views of a panel, each with a `SidePanel`. It stays mounted while another is shown, so that switching
 * costs little and its place in a long list is kept.
 */
export function PanelView({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const isOnTop = useContext(PanelOnTop);
  const aside = useContext(PanelAside);
  return (
    <div className={styles.panel} data-side-panel hidden={!isShown}>
      <PanelOnTop value={isOnTop && isShown}>
        <PanelAside value={isShown ? aside : null}>{children}</PanelAside>
      </PanelOnTop>
    </div>
  );
}
