import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';

export default function NotFound() {
  return (
    <PlainPage title="Page not found">
      <p>The address may be mistyped, or what it led to was deleted.</p>
      <p>
        <LinkButton href={paths.landing}>Back to Home</LinkButton>
      </p>
    </PlainPage>
  );
}
