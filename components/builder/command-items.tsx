'use client';

import { Menu } from '@mantine/core';
import { IconBraces, IconHistory, IconLink, IconTerminal2 } from '@tabler/icons-react';
import { copyText } from '@/components/ui/copy-text';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import type { InputValues } from '@/lib/inputs/input';
import { runStatement } from './run-statement';
import { openValues } from './url-params';
import type { Command } from './use-command';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** What else can be done with a command. */
export default function CommandItems({ command, values }: { command: Command; values: InputValues }) {
  const panels = useSidePanels();
  const shown = openValues(command.template.inputs, values);
  return (
    <>
      {command.hasAccess && (
        <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => panels.push('runs')}>
          Previous Runs
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconBraces {...icon} />} onClick={() => panels.push('json')}>
        JSON Input
      </Menu.Item>
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
    </>
  );
}

/** The page with its values, without what is open on it and what was run. */
function linkTo({ href }: Location): string {
  const url = new URL(href);
  url.searchParams.delete('panel');
  url.searchParams.delete('output');
  url.searchParams.delete('runGroupId');
  url.hash = '';
  return url.href;
}
