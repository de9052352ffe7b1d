import * as directory from '@/lib/contract/people/directory';
import { route } from '@/server/http/route';
import { readDirectory } from '@/server/people/directory/status';

export const GET = route(directory.readDirectory, readDirectory);
