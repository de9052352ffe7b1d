import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { LinksElsewhere } from '../links-elsewhere';

export const metadata: Metadata = { title: 'Pricing' };

/** What Pushboard costs: nothing, because it runs on its owner's own server. */
export default function PricingPage() {
  return (
    <PlainPage title="Pricing">
      <p>
        Pushboard is free. It is open source under the Apache License 2.0 and runs on your own server, for as
        many people, commands, and runs as that server can take.
      </p>
      <Group>
        <LinkButton href={paths.onboard}>Get started</LinkButton>
      </Group>
      <LinksElsewhere />
    </PlainPage>
  );
}
