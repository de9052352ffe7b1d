/** What can be told of a scheduled run. */
export const ALERT_EVENTS = ['failure', 'first_failure', 'recovery', 'success', 'called_off'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

export const alertEventWords: Readonly<Record<AlertEvent, string>> = {
  failure: 'Every failure',
  first_failure: 'The first failure in a row',
  recovery: 'The first success after a failure',
  success: 'Every success',
  called_off: 'A time that was skipped',
};

interface AlertEvents {
  events: readonly AlertEvent[];
}

/** Whether an alert is about results: it goes out when runs succeed. */
export const goesWithResult = ({ events }: AlertEvents): boolean => events.includes('success');

/** Whether an alert is about what went wrong, or works again. */
export const isOfFailures = ({ events }: AlertEvents): boolean => events.some((event) => event !== 'success');

export const ALERT_CHANNELS = ['email', 'webhook', 'slack', 'teams'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

export const alertChannelWords: Readonly<Record<AlertChannel, string>> = {
  email: 'Mail',
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Teams',
};

/** Which successes are told. */
export const ONLY_WHEN = ['always', 'rows', 'changed'] as const;
export type OnlyWhen = (typeof ONLY_WHEN)[number];

export const onlyWhenWords: Readonly<Record<OnlyWhen, string>> = {
  always: 'All',
  rows: 'Only with rows in the result',
  changed: 'Only with a changed result',
};

/** How a firing ended, as far as alerts are about it. */
export interface EndedFiring {
  outcome: 'success' | 'failure' | 'called_off';
  /** How the last firing ended that was not called off; null for the first one. */
  succeededBefore: boolean | null;
}

/** The events that a firing is. */
export function eventsOf({ outcome, succeededBefore }: EndedFiring): AlertEvent[] {
  switch (outcome) {
    case 'called_off':
      return ['called_off'];
    case 'success':
      return succeededBefore === false ? ['success', 'recovery'] : ['success'];
    case 'failure':
      return succeededBefore === false ? ['failure'] : ['failure', 'first_failure'];
  }
}

/** The weightiest of some events, for the headline of a message. */
export const headlineOf = (events: readonly AlertEvent[]): AlertEvent =>
  (['recovery', 'first_failure', 'failure', 'success', 'called_off'] as const).find((event) =>
    events.includes(event),
  ) ?? 'success';

/** Whether a success is worth telling. */
export function isWorthTelling(
  onlyWhen: OnlyWhen,
  { totalRows, hasChanged }: { totalRows: number | null; hasChanged: boolean },
): boolean {
  switch (onlyWhen) {
    case 'always':
      return true;
    case 'rows':
      return (totalRows ?? 0) > 0;
    case 'changed':
      return hasChanged;
  }
}
