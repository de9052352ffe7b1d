import * as pins from '@/lib/contract/library/pins';
import { listPins } from '@/server/commands/recents/pins';
import { route } from '@/server/http/route';

export const GET = route(pins.listPins, listPins);
