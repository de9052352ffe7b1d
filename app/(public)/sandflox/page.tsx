import type { Metadata } from 'next';
import { ControlGallery } from '@/components/input-form/gallery/control-gallery';
import { PlainPage } from '@/components/ui/layout/plain-page';

export const metadata: Metadata = { title: 'Controls', robots: 'noindex' };

/** Every control of the form on one page, to try them. It runs and stores nothing. */
export default function SandfloxPage() {
  return (
    <PlainPage title="Every control of the form" width="wide">
      <p>
        One input of every type, empty, filled in, and with something wrong. Nothing here is sent or kept.
      </p>
      <ControlGallery />
    </PlainPage>
  );
}
