import * as pins from '@/lib/contract/pins';
import { route } from '@/server/http/route';
import { pinCommand, unpinCommand } from '@/server/recents/pins';

export const PUT = route(pins.pinCommand, pinCommand);
export const DELETE = route(pins.unpinCommand, unpinCommand);
