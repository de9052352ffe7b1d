'use client';

import { Button } from '@mantine/core';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

/** Opens the list of addresses that alerts may go to besides people with access. */
export function AlertAddressesButton() {
  const panels = useSidePanels();
  return (
    <Button variant="default" onClick={() => panels.push({ kind: 'alert-addresses' })}>
      Outside addresses
    </Button>
  );
}
