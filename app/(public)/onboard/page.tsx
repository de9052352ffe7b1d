import { redirect } from 'next/navigation';
import { paths } from '@/lib/base/paths';
import { currentActor } from '@/server/http/requests/page-session';

/** Begins with Pushboard: signs in, then the landing page leads to the first organization or to the commands. */
export default async function OnboardPage() {
  const { kind } = await currentActor();
  redirect(kind === 'person' ? paths.landing : paths.signIn(paths.landing));
}
