import { z } from 'zod';
import { id, json, longId, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { input } from '../command/input-shape';
import { runEndReason, runStatus } from '../runs/run';

export const LONGEST_WEBHOOK_NAME = 120;
/** How many webhooks an organization can have. */
export const MOST_WEBHOOKS = 1000;
/** How long a replaced secret still counts, so that senders can change to the new one. */
export const PREVIOUS_SECRET_HOURS = 24;
/** How many of the last deliveries are listed. */
export const LISTED_DELIVERIES = 50;

const named = resource({ userId: ['user_id', textId], name: ['name', z.string()] });

/** What came of a delivery: it started a run, or was refused. */
export const deliveryState = z.enum(['started', 'refused']);

/** How the run of a delivery is doing. */
const deliveryRun = resource({
  status: ['status', runStatus],
  endReason: ['end_reason', runEndReason.nullable()],
  isWaitingForApproval: ['is_waiting_for_approval', z.boolean()],
});

/** A signed message that came to a webhook. Its body isn't kept; the run has the values. */
export const webhookDelivery = resource({
  deliveryId: ['delivery_id', longId],
  /** What the sender calls it; null if it has no name. */
  senderId: ['sender_id', z.string().nullable()],
  state: ['state', deliveryState],
  /** Why it was refused. */
  reason: ['reason', z.string().nullable()],
  runId: ['run_id', longId.nullable()],
  /** Null without a run, and once the history no longer has it. */
  run: ['run', deliveryRun.nullable()],
  isTest: ['is_test', z.boolean()],
  receivedAt: ['received_time', time],
  /** How often it has come. It starts one run at most. */
  attempts: ['attempts', z.int()],
});

/** A webhook as the lists show it. */
const listedShape = {
  webhookId: ['webhook_id', id],
  orgId: ['org_id', textId],
  commandId: ['kit_id', id],
  commandName: ['kit_name', z.string()],
  name: ['name', z.string()],
  /** Where deliveries go. */
  url: ['url', z.string()],
  isEnabled: ['is_enabled', z.boolean()],
  /** Why Pushboard paused it; null if a person did, or nobody. */
  pausedReason: ['paused_reason', z.string().nullable()],
  /** Whose rights its runs have. */
  owner: ['owner', named],
  isMine: ['is_mine', z.boolean()],
  modifiedBy: ['modified_by', named],
  modifiedAt: ['modified_time', time],
  lastDelivery: [
    'last_delivery',
    resource({
      state: ['state', deliveryState],
      run: ['run', deliveryRun.nullable()],
      at: ['time', time],
    }).nullable(),
  ],
  /** When a delivery last came whose signature was wrong or too old. Those aren't listed. */
  unsignedAt: ['unsigned_time', time.nullable()],
  /** Until when the replaced secret still counts; null if it doesn't. */
  previousSecretUntil: ['previous_until_time', time.nullable()],
} as const;

export const listedWebhook = resource(listedShape);

/** Where the value of an input comes from. */
const webhookInput = resource({
  inputId: ['lego_instance_input_id', id],
  input: ['lego_instance_input', input],
  /** A path into the body of a delivery; null for a fixed value. */
  path: ['path', z.string().nullable()],
  /** The fixed value, or null; `{"is_set": true}` for a secret. */
  valueJson: ['value_json', json],
});

/** A webhook with where its values come from, in the order of the form. */
export const webhook = resource({ ...listedShape, inputs: ['inputs', z.array(webhookInput)] });

/** The same with its secret, which is shown this once. */
export const webhookWithSecret = resource({
  ...listedShape,
  inputs: ['inputs', z.array(webhookInput)],
  secret: ['secret', z.string()],
});
