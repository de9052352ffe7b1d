import { DirectorySignIn } from '@/components/sign-in/directory-sign-in';
import { SignInNotice } from '@/components/sign-in/sign-in-notice';
import { PlainPage } from '@/components/ui/layout/plain-page';

/** The sign-in page of a Pushboard whose people come from a directory. */
export function DirectorySignInPage({ returnTo }: { returnTo: string | null }) {
  return (
    <PlainPage title="Sign in">
      <SignInNotice />
      <p>Use the Microsoft account of your organization.</p>
      <DirectorySignIn returnTo={returnTo} />
    </PlainPage>
  );
}
