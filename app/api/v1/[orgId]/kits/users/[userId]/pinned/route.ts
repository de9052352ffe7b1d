import * as pins from '@/lib/contract/pins';
import { route } from '@/server/http/route';
import { listPins } from '@/server/recents/pins';

export const GET = route(pins.listPins, listPins);
