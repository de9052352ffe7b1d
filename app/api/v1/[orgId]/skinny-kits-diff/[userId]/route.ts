import * as drilldown from '@/lib/contract/library/drilldown';
import { diffCommands } from '@/server/commands/command/diff-commands';
import { route } from '@/server/http/route';

export const GET = route(drilldown.diffCommands, diffCommands);
