'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopy, IconDots, IconLink, IconMail } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { FormPlaceContext } from '@/components/builder/form/form-place';
import { useRunLink } from '@/components/builder/runs/run-link';
import { useChosenRows } from '@/components/result-view/look/use-chosen-rows';
import type { Run } from '@/components/run-stream/use-run';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { copyText } from '@/components/ui/text/copy-text';
import { WordButton } from '@/components/ui/text/word-button';
import { payloadAsText } from '@/lib/results/table/copy-payload';
import { resultStateOf } from '@/lib/runs/result-state';
import { DownloadMenu } from './download-menu';

interface RunAction {
  label: string;
  word: string;
  icon: ReactNode;
  act: () => void;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Actions on the result of a finished run. */
export function RunActions({ run }: { run: Run }) {
  const actions = useActions(run);
  const isOnPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const isInPanel = useContext(FormPlaceContext) !== null;
  const isNarrow = isOnPhone || isInPanel;
  return (
    <>
      {isNarrow ? (
        <ActionMenu actions={actions} />
      ) : (
        actions.map(({ label, word, icon, act }) => (
          <WordButton key={label} label={label} word={word} icon={icon} onClick={act} />
        ))
      )}
      <DownloadMenu run={run} isNarrow={isNarrow} />
    </>
  );
}

/** What there is to do with a result besides downloading it. */
function useActions(run: Run): RunAction[] {
  const { payload, payloadFormat, status, endReason, totalRows } = run;
  const { kind } = resultStateOf(run);
  // A table without rows has nothing to copy or to send.
  const isEmpty = totalRows === 0;
  const linkTo = useRunLink();
  const shown = useChosenRows(run)?.theseWords;
  const panels = useSidePanels();
  // A file can't be copied as text. People download it.
  const isText = payload !== null && payloadFormat !== 'file' && !isEmpty;
  const isThere =
    kind !== 'deleted' && (status === 'success' || kind === 'incomplete' || run.bulkProgress !== null);
  const actions: (RunAction | false)[] = [
    isText && {
      label: 'Copy the result',
      word: 'Copy',
      icon: <IconCopy {...icon} />,
      act: () => void copyText(payloadAsText(payload), 'Results copied to clipboard'),
    },
    // A failure offers it next to its report.
    (status === 'success' || endReason === 'cancelled') && {
      label: 'Copy link to this run',
      word: 'Link',
      icon: <IconLink {...icon} />,
      act: () => void copyText(linkTo(run), `Link copied. It opens ${shown ?? 'this run'}.`),
    },
    isThere &&
      !isEmpty && {
        label: 'Email the result',
        word: 'Email',
        icon: <IconMail {...icon} />,
        act: () => panels.push({ kind: 'send-result', runId: run.runId }),
      },
  ];
  return actions.filter((action) => action !== false);
}

function ActionMenu({ actions }: { actions: readonly RunAction[] }) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={32} aria-label="Actions on this result">
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, act }) => (
          <Menu.Item key={label} leftSection={icon} onClick={act}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
