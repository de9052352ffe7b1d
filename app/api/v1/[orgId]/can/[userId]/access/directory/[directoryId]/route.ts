import * as contract from '@/lib/contract/sharing/unshare';
import { route } from '@/server/http/route';
import { unshareFolderWithPerson } from '@/server/sharing/unshare';

export const DELETE = route(contract.unshareFolderWithPerson, unshareFolderWithPerson);
