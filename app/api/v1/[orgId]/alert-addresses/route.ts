import * as contract from '@/lib/contract/schedules/alert-addresses';
import {
  readAlertAddresses,
  updateAlertAddresses,
} from '@/server/automation/schedules/alerts/alert-addresses';
import { route } from '@/server/http/route';

export const GET = route(contract.readAlertAddresses, readAlertAddresses);
export const PUT = route(contract.updateAlertAddresses, updateAlertAddresses);
