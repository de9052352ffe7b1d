'use client';

import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowsSort,
  IconBraces,
  IconCalendarPlus,
  IconChartBar,
  IconCopy,
  IconHistory,
  IconLink,
  IconPencil,
  IconStack2,
  IconTerminal2,
  IconWorld,
} from '@tabler/icons-react';
import { useCan } from '@/components/command/source-kinds';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { copyText } from '@/components/ui/text/copy-text';
import { callApi } from '@/lib/client/api-client';
import { mayConfigure, mayPlace } from '@/lib/commands/rights';
import { makeRunStatement } from '@/lib/contract/sources/requests';
import { openValues } from '@/lib/inputs/form-inputs';
import type { InputValues } from '@/lib/inputs/input';
import { runStatement } from '@/lib/runs/run-statement';
import { jobPanel } from '@/lib/schedules/job-address';
import type { Command } from '../use-command';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Further actions on a command. */
export default function CommandItems({ command, values }: { command: Command; values: InputValues }) {
  const panels = useSidePanels();
  // On wider screens they stand next to Run.
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const hasStatement = useCan(command.template.sourceKind, 'statement');
  const shown = openValues(command.template.inputs, values);
  return (
    <>
      {command.hasAccess && (
        <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => panels.push({ kind: 'runs' })}>
          Previous runs
        </Menu.Item>
      )}
      {command.hasAccess && (
        <Menu.Item
          leftSection={<IconChartBar {...icon} />}
          onClick={() => panels.push({ kind: 'usage', commandId: command.commandId })}
        >
          Usage
        </Menu.Item>
      )}
      {isPhone && command.hasAccess && (
        <Menu.Item
          leftSection={<IconStack2 {...icon} />}
          onClick={() => panels.push({ kind: 'bulk', rows: '' })}
        >
          Bulk run
        </Menu.Item>
      )}
      {isPhone && mayConfigure(command) && (
        <Menu.Item
          leftSection={<IconCalendarPlus {...icon} />}
          onClick={() =>
            panels.push(jobPanel({ commandId: command.commandId, jobId: null, step: 'schedule' }))
          }
        >
          Schedule
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconBraces {...icon} />} onClick={() => panels.push({ kind: 'json' })}>
        JSON input
      </Menu.Item>
      {command.hasAccess && !mayConfigure(command) && (
        <Menu.Item
          leftSection={<IconCopy {...icon} />}
          onClick={() => panels.push({ kind: 'duplicate', commandId: command.commandId })}
        >
          Copy
        </Menu.Item>
      )}
      {command.isCopycat && mayPlace(command) && (
        <Menu.Item
          leftSection={<IconPencil {...icon} />}
          onClick={() => panels.push({ kind: 'edit-copy', commandId: command.commandId })}
        >
          Edit copy
        </Menu.Item>
      )}
      {mayConfigure(command) && command.template.inputs.length > 1 && (
        <Menu.Item
          leftSection={<IconArrowsSort {...icon} />}
          onClick={() => panels.push({ kind: 'reorder-inputs', commandId: command.commandId })}
        >
          Reorder inputs
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLink {...icon} />}
        onClick={() => void copyText(linkTo(window.location), 'Copied to clipboard!')}
      >
        Copy a link with these values
      </Menu.Item>
      {command.hasAccess && (
        <Menu.Item
          leftSection={<IconTerminal2 {...icon} />}
          onClick={() =>
            void copyText(runStatement(window.location.origin, command, shown), 'Copied to clipboard!')
          }
        >
          Copy as a shell command
        </Menu.Item>
      )}
      {command.hasAccess && hasStatement && (
        <Menu.Item leftSection={<IconWorld {...icon} />} onClick={() => void copyCurl(command, shown)}>
          Copy the request as curl
        </Menu.Item>
      )}
    </>
  );
}

/** The server creates it, because only it knows the API's address and how to call it. */
async function copyCurl({ orgId, template }: Command, params: InputValues): Promise<void> {
  try {
    const { statement } = await callApi(makeRunStatement, {
      params: { orgId, olId: template.templateId },
      body: { params },
    });
    await copyText(statement, 'Copied to clipboard!');
  } catch (error) {
    toast.failure('The request was not copied', error);
  }
}

/** The page with its values, without open panels and runs. */
function linkTo({ href }: Location): string {
  const url = new URL(href);
  url.searchParams.delete('panel');
  url.searchParams.delete('output');
  url.searchParams.delete('runGroupId');
  url.hash = '';
  return url.href;
}
