import * as directory from '@/lib/contract/directory';
import { readDirectory } from '@/server/directory/status';
import { route } from '@/server/http/route';

export const GET = route(directory.readDirectory, readDirectory);
