import * as pins from '@/lib/contract/library/pins';
import { pinCommand, unpinCommand } from '@/server/commands/recents/pins';
import { route } from '@/server/http/route';

export const PUT = route(pins.pinCommand, pinCommand);
export const DELETE = route(pins.unpinCommand, unpinCommand);
