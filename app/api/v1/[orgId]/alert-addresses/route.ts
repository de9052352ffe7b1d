import * as contract from '@/lib/contract/schedules/alert-addresses';
import { route } from '@/server/http/route';
import { readAlertAddresses, updateAlertAddresses } from '@/server/schedules/alerts/alert-addresses';

export const GET = route(contract.readAlertAddresses, readAlertAddresses);
export const PUT = route(contract.updateAlertAddresses, updateAlertAddresses);
