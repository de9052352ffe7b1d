import { openSignInLink } from '@/lib/contract/people/sign-in';
import { route } from '@/server/http/route';
import { openSignInLink as open } from '@/server/people/sign-in/email-links/open-link';

export const POST = route(openSignInLink, open);
