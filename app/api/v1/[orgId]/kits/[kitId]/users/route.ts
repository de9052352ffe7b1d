import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { listCommandPeople } from '@/server/sharing/list-command-people';

export const GET = route(sharing.listCommandPeople, listCommandPeople);
