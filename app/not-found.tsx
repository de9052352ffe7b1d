import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';

/** Its script would come along with every page, so it is made of plain elements. */
export default function NotFound() {
  return (
    <PlainPage title="Page not found">
      <p>The address may be mistyped, or what it led to was deleted.</p>
      <p>
        <a href={paths.landing}>Back to Home</a>
      </p>
    </PlainPage>
  );
}
