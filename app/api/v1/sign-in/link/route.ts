import { requestSignInLink } from '@/lib/contract/people/sign-in';
import { route } from '@/server/http/route';
import { requestSignInLink as request } from '@/server/people/sign-in/email-links/request-link';

export const POST = route(requestSignInLink, request);
