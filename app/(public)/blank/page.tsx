import type { Metadata } from 'next';

export const metadata: Metadata = { robots: 'noindex' };

/** What the window of a directory's sign-in comes back to, for the page that opened it to read. */
export default function BlankPage() {
  return null;
}
