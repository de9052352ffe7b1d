import { redirect } from 'next/navigation';
import { paths } from '@/lib/paths';
import { currentActor } from '@/server/http/page-session';

/** Signing up is signing in for the first time. Then the person goes to their first organization. */
export default async function SignUpPage() {
  const { kind } = await currentActor();
  redirect(kind === 'person' ? paths.createOrg : paths.signIn(paths.createOrg));
}
