import * as diagnostics from '@/lib/contract/diagnostics';
import { sayHelloToCaller } from '@/server/diagnostics/say-hello';
import { route } from '@/server/http/route';

export const GET = route(diagnostics.sayHelloToCaller, sayHelloToCaller);
