import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';

/** A command that doesn't exist or is not in the store: visitors can't tell which. */
export default function NotInStore() {
  return (
    <PlainPage title="This page doesn't exist">
      <p>It is no longer in the store, or never was.</p>
      <p>
        <LinkButton href={paths.landing}>Back to Home</LinkButton>
      </p>
    </PlainPage>
  );
}
