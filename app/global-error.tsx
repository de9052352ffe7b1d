'use client';

import './globals.css';
import { PageError } from '@/components/ui/feedback/page-error';

/** Shown if not even the frame of the pages could be rendered. */
export default function GlobalError({ error }: { error: unknown }) {
  return (
    <html lang="en">
      <body>
        <PageError error={error} retry={() => window.location.reload()} />
      </body>
    </html>
  );
}
