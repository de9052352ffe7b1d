import * as duplicate from '@/lib/contract/command/duplicate';
import { duplicateCommand } from '@/server/commands/command/duplicate-command';
import { route } from '@/server/http/route';

export const POST = route(duplicate.duplicateCommand, duplicateCommand);
