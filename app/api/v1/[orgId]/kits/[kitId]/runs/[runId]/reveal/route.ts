import * as reveal from '@/lib/contract/command/reveal';
import { route } from '@/server/http/route';
import { revealValue } from '@/server/results/values/reveal-value';

export const POST = route(reveal.revealValue, revealValue);
