import * as credentials from '@/lib/contract/credentials';
import { listConnectionKinds } from '@/server/credentials/list-connection-kinds';
import { route } from '@/server/http/route';

export const GET = route(credentials.listConnectionKinds, listConnectionKinds);
