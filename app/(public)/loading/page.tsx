import { redirect } from 'next/navigation';
import { paths } from '@/lib/paths';

/** Where a sign-in at a provider comes back to: from here one goes on to one's commands, or is a visitor still. */
export default function ReturnFromSignInPage() {
  redirect(paths.landing);
}
