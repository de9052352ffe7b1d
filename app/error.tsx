'use client';

import { PageFault } from '@/components/ui/feedback/page-fault';

/** A page that could not be made. */
export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <PageFault error={error} retry={retry} />;
}
