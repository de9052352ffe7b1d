'use client';

import { PageError } from '@/components/ui/feedback/page-error';

/** A page that could not be made. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <PageError error={error} retry={retry} />;
}
