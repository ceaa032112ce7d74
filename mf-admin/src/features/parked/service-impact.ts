import type { ServiceName } from '@piecework/contracts/constants';

/** What users notice while the service cannot process the event. */
const IMPACTS = {
  user: 'A user’s role, name or displayed balance is out of date.',
  task: 'A task’s places or status are out of date, or posting or deleting it hasn’t finished.',
  submission: 'A task’s places or a submission’s status is out of date.',
  wallet: 'Coins that are due haven’t moved yet.',
  media: 'A picture’s record is out of date.',
  notification: 'A notification hasn’t been sent yet.',
} as const satisfies Record<ServiceName, string>;

export const impactOf = (service: string): string =>
  (IMPACTS as Record<string, string>)[service] ?? 'Part of Piecework is out of date.';
