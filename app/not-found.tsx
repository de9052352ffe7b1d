import Link from 'next/link';
import { PlainPage } from '@/components/ui/plain-page';
import { paths } from '@/lib/paths';

export default function NotFound() {
  return (
    <PlainPage title="This page doesn't exist">
      <p>The address may be mistyped, or what it led to was deleted.</p>
      <p>
        <Link href={paths.landing}>Back to My Content</Link>
      </p>
    </PlainPage>
  );
}
