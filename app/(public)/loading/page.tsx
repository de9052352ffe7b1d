import { redirect } from 'next/navigation';
import { paths } from '@/lib/paths';

/**
 * The page that a provider's sign-in returns to. It redirects to the person's commands, or to the start page if they
 * are not signed in.
 */
export default function ReturnFromSignInPage() {
  redirect(paths.landing);
}
