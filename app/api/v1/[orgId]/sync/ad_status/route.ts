import * as directory from '@/lib/contract/identity/directory';
import { readDirectory } from '@/server/directory/status';
import { route } from '@/server/http/route';

export const GET = route(directory.readDirectory, readDirectory);
