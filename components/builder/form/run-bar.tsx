'use client';

import { Button } from '@mantine/core';
import {
  IconBookmark,
  IconEraser,
  IconEye,
  IconEyeOff,
  IconFlask,
  IconPlayerPlay,
} from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useEarlyPress } from '@/components/ui/loading/use-early-press';
import { useAppleKeys } from '@/components/ui/text/keys';
import styles from './run-bar.module.css';

interface RunBarProps {
  label: string;
  /** The other ways to run, next to Run. */
  others: ReactNode;
  /** What stopped the last press and still does; null if nothing does. */
  stop: string | null;
  /** Why a visitor of a public command can't run it: they aren't signed in, or have no access. */
  lack: 'session' | 'access' | null;
  hiddenCount: number;
  isHiddenShown: boolean;
  /** Undefined for people who may not see the hidden inputs. */
  onToggleHidden: (() => void) | undefined;
  /** Called when a press is likely to follow. */
  onPrepare: () => void;
  onRun: () => void;
  /** Undefined for a command that has no dry run. */
  onDryRun: (() => void) | undefined;
  dryRunNeedsApproval: boolean;
  /** Undefined where no values can be saved. */
  onPresets: (() => void) | undefined;
  /** Undefined while there is nothing to clear. */
  onReset: (() => void) | undefined;
}

/**
 * A field that is left may grow or shrink, which moves the bar: the press would end next to its button, and be lost. So
 * the field keeps the focus, and settles once the button was pressed.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The bar at the bottom of the form, with Run always within reach. */
export function RunBar(props: RunBarProps) {
  const {
    label,
    others,
    stop,
    lack,
    hiddenCount,
    isHiddenShown,
    onToggleHidden,
    onPrepare,
    onRun,
    onDryRun,
    dryRunNeedsApproval,
    onPresets,
    onReset,
  } = props;
  const early = useEarlyPress('run', onRun, { isUntouched: true });
  const dryRunTitle = `Shows what a run would change, and undoes it${dryRunNeedsApproval ? '. Needs approval, as a run does' : ''}`;
  const keys = useAppleKeys() ? '⌘⏎' : 'Ctrl ⏎';
  return (
    <div className={styles.bar}>
      <p className={styles.stop} role="alert">
        {stop}
      </p>
      {lack === null ? (
        <Button
          className={styles.run}
          leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
          rightSection={
            <span className={styles.keys} aria-hidden>
              {keys}
            </span>
          }
          aria-keyshortcuts="Meta+Enter Control+Enter"
          onPointerEnter={onPrepare}
          onFocus={onPrepare}
          onMouseDown={keepFocus}
          onClick={(event) => {
            // The second click of a double click doesn't start a second run.
            if (event.detail < 2) onRun();
          }}
          {...early}
        >
          {label}
        </Button>
      ) : (
        <p className={styles.look}>
          You can view this command.{' '}
          {lack === 'session'
            ? 'Sign in to run it, if you have access.'
            : 'To run it, ask one of its engineers for access.'}
        </p>
      )}
      {others}
      <div className={styles.rest}>
        {onDryRun !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            title={dryRunTitle}
            leftSection={<IconFlask size={16} stroke={1.75} aria-hidden />}
            onMouseDown={keepFocus}
            onClick={(event) => {
              if (event.detail < 2) onDryRun();
            }}
          >
            Dry run
          </Button>
        )}
        {onPresets !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
            onClick={onPresets}
          >
            Presets
          </Button>
        )}
        {onReset !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconEraser size={16} stroke={1.75} aria-hidden />}
            onClick={onReset}
          >
            Clear
          </Button>
        )}
        {hiddenCount > 0 && onToggleHidden === undefined && (
          <span className={styles.hidden}>
            <IconEyeOff size={16} stroke={1.75} aria-hidden />
            {hiddenCount} hidden
          </span>
        )}
        {hiddenCount > 0 && onToggleHidden !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            aria-pressed={isHiddenShown}
            leftSection={
              isHiddenShown ? (
                <IconEye size={16} stroke={1.75} aria-hidden />
              ) : (
                <IconEyeOff size={16} stroke={1.75} aria-hidden />
              )
            }
            onClick={onToggleHidden}
          >
            {isHiddenShown ? 'Hide again' : `${hiddenCount} hidden`}
          </Button>
        )}
      </div>
    </div>
  );
}
