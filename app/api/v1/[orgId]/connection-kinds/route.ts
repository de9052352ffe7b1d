import * as credentials from '@/lib/contract/sources/credentials';
import { route } from '@/server/http/route';
import { listConnectionKinds } from '@/server/sources/connections/list-connection-kinds';

export const GET = route(credentials.listConnectionKinds, listConnectionKinds);
