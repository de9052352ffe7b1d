import { signInAsOperator, signOutAsOperator } from '@/lib/contract/diagnostics/operator';
import { route } from '@/server/http/route';
import {
  signInAsOperator as signIn,
  signOutAsOperator as signOut,
} from '@/server/people/sign-in/operator/sign-in-as-operator';

export const POST = route(signInAsOperator, signIn);
export const DELETE = route(signOutAsOperator, signOut);
