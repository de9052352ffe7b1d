'use client';

import Link from 'next/link';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PlainPage } from '@/components/ui/plain-page';
import { paths } from '@/lib/paths';

interface PageErrorProps {
  error: unknown;
  retry: () => void;
}

/** A page that could not be made. The server hides its own errors from browsers; the digest finds them. */
export default function PageError({ error, retry }: PageErrorProps) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <PlainPage title="This page could not be shown">
      <ErrorNotice error={error} onRetry={retry} />
      <p>
        {digest !== null && <>Reference {digest} · </>}
        <Link href={paths.landing}>Back to My Content</Link>
      </p>
    </PlainPage>
  );
}
