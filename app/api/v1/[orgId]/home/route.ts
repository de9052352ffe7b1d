import { readHome } from '@/lib/contract/library/home';
import { readHome as read } from '@/server/commands/home/read-home';
import { route } from '@/server/http/route';

export const GET = route(readHome, read);
