'use client';

import { PageError } from '@/components/ui/feedback/page-error';

/** Shown if a page could not be rendered. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <PageError error={error} retry={retry} />;
}
