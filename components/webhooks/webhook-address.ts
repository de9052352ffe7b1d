const STEPS = ['view', 'edit', 'test'] as const;

/** A part of a webhook, or a new one, whose id is null. */
export interface WebhookPart {
  commandId: number;
  webhookId: number | null;
  step: (typeof STEPS)[number];
}

/** The panel of a part: `12-34-view`, `12-new-edit`. */
export const webhookPanel = ({ commandId, webhookId, step }: WebhookPart) => ({
  kind: 'webhook' as const,
  webhook: `${commandId}-${webhookId ?? 'new'}-${step}`,
});

/** Reads the address of a part; null if the text isn't one. */
export function webhookPartAt(address: string): WebhookPart | null {
  const [, commandText, webhookText, stepText] =
    /^([1-9]\d{0,9})-([1-9]\d{0,9}|new)-([a-z]+)$/.exec(address) ?? [];
  const step = STEPS.find((each) => each === stepText);
  if (step === undefined) return null;
  return {
    commandId: Number(commandText),
    webhookId: webhookText === 'new' ? null : Number(webhookText),
    step,
  };
}

/** The address of a new webhook whose command is yet to be chosen. */
export const NEW_WEBHOOK = 'new-webhook';
