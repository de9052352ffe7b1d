import { Group } from '@mantine/core';
import { LinkButton } from '@/components/ui/layout/link-button';
import { env } from '@/server/base/env';

/** Links to documentation and contact, if the operator has configured them. */
export function LinksElsewhere() {
  const { appEnv, docsUrl, pricingUrl, callUrl } = env();
  const links = [
    ['Docs', docsUrl],
    ['Pricing', pricingUrl],
    ['Book a call', appEnv === 'private_ad' ? undefined : callUrl],
  ] as const;
  if (links.every(([, url]) => url === undefined)) return null;
  return (
    <Group component="nav" aria-label="More">
      {links.map(
        ([label, url]) =>
          url !== undefined && (
            <LinkButton key={label} href={url} variant="default">
              {label}
            </LinkButton>
          ),
      )}
    </Group>
  );
}
