import type { Metadata } from 'next';

export const metadata: Metadata = { robots: 'noindex' };

/** The page that a directory's sign-in popup returns to, for the page that opened it to read. */
export default function BlankPage() {
  return null;
}
