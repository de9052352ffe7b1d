'use client';

import './globals.css';
import { PageFault } from '@/components/ui/feedback/page-fault';

/** Stands where not even the frame of the pages could be drawn. */
export default function GlobalError({ error }: { error: unknown }) {
  return (
    <html lang="en">
      <body>
        <PageFault error={error} retry={() => window.location.reload()} />
      </body>
    </html>
  );
}
