import { Notice } from '@/components/ui/feedback/notice';

/** Stands in place of the form for a link, on a copy that sends none. */
export function HeldSignIn() {
  return (
    <Notice kind="info" title="This copy is held and sends no mail">
      To sign in, ask the people who run Pushboard for a link. They make one with{' '}
      <code>npm run admin -- sign-in you@example.com</code>.
    </Notice>
  );
}
