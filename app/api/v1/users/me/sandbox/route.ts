import * as orgs from '@/lib/contract/people/orgs';
import { route } from '@/server/http/route';
import { createSandbox } from '@/server/sandbox/create-sandbox';

export const POST = route(orgs.createSandbox, createSandbox);
