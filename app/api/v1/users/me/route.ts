import { readMe, renameMe } from '@/lib/contract/people/people';
import { setUpMe } from '@/lib/contract/people/sign-in';
import { route } from '@/server/http/route';
import { renameMe as rename } from '@/server/people/members/rename-me';
import { readMe as read } from '@/server/people/sign-in/account';
import { setUpMe as setUp } from '@/server/people/sign-in/set-up';

export const GET = route(readMe, read);
export const POST = route(setUpMe, setUp);
export const PATCH = route(renameMe, rename);
