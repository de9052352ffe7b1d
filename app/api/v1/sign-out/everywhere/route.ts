import * as people from '@/lib/contract/people/people';
import { route } from '@/server/http/route';
import { signOutEverywhere } from '@/server/people/sign-in/leave-provider';

export const POST = route(people.signOutEverywhere, signOutEverywhere);
