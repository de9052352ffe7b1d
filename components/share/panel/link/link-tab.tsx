'use client';

import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { copyText } from '@/components/ui/text/copy-text';
import { paths } from '@/lib/base/paths';
import type { Shared } from '../sharing';
import { type TabFrame, TabPanel } from '../tab-panel';

interface LinkTabProps {
  frame: TabFrame;
  shared: Shared;
  kind: 'link' | 'store';
  /** Null for a person from another organization, whose own page shows the command too. */
  orgSlug: string | null;
}

/** The address where anyone may view a command: its own, or the one in the store. */
export function LinkTab({ frame, shared, kind, orgSlug }: LinkTabProps) {
  const panels = useSidePanels();
  const field = useRef<HTMLInputElement>(null);
  const { id } = shared.subject;
  const path =
    kind === 'store'
      ? paths.storeBuilder(id)
      : orgSlug === null
        ? `${window.location.pathname}?id=${id}`
        : paths.builder(orgSlug, id);
  const link = window.location.origin + path;
  async function copy(): Promise<void> {
    // Where the browser doesn't copy, the link stays to be copied by hand.
    if (await copyText(link, 'Copied to clipboard!')) panels.closeAll();
    else field.current?.select();
  }
  return (
    <TabPanel frame={frame} footer={<Button onClick={() => void copy()}>Copy</Button>}>
      <TextInput
        label={kind === 'store' ? 'Store link' : 'Link'}
        description="Anyone with the link can see the form, even signed out. Running it requires access."
        ref={field}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
    </TabPanel>
  );
}
