import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { unshareFolderWithPerson } from '@/server/sharing/unshare';

export const DELETE = route(sharing.unshareFolderWithPerson, unshareFolderWithPerson);
