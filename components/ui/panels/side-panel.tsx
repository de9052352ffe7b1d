'use client';

import { ActionIcon, Drawer } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { type ReactNode, useContext, useRef } from 'react';
import { useFocusOnOpening } from './focus-on-opening';
import { PanelOnTop } from './panel-on-top';
import styles from './side-panel.module.css';
import { useSidePanels } from './use-side-panels';

interface SidePanelProps {
  title: string;
  /** One line below the title: the subject. */
  context?: ReactNode;
  /** What applies to the subject as a whole, next to its title, such as its switch. */
  actions?: ReactNode;
  children: ReactNode;
  /** The main buttons, always within reach at the bottom. */
  footer?: ReactNode;
  /** For a panel that holds a grid. */
  isWide?: boolean;
  /** Whether the focus starts on its title instead of its first field, for a panel with keys of its own. */
  startsAtTitle?: boolean;
}

/** The frame of one panel in a `SidePanelStack`. */
export function SidePanel(props: SidePanelProps) {
  const { title, context, actions, children, footer, isWide = false, startsAtTitle = false } = props;
  const panels = useSidePanels();
  const isOnTop = useContext(PanelOnTop);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnOpening(heading, isOnTop);
  return (
    <>
      <div className={styles.head} data-wide={isWide || undefined}>
        {panels.stack.length > 1 && (
          <ActionIcon aria-label="Back to the previous panel" onClick={panels.pop}>
            <IconArrowLeft size={16} stroke={1.75} />
          </ActionIcon>
        )}
        <div className={styles.titles}>
          {isOnTop ? (
            <Drawer.Title
              ref={heading}
              tabIndex={-1}
              className={styles.title}
              data-autofocus={startsAtTitle || undefined}
            >
              {title}
            </Drawer.Title>
          ) : (
            <h2 className={styles.title}>{title}</h2>
          )}
          {context !== undefined && <div className={styles.context}>{context}</div>}
        </div>
        {actions}
        <ActionIcon aria-label="Close" onClick={panels.closeAll}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </>
  );
}
