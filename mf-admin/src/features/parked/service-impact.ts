import type { ServiceName } from '@piecework/contracts/constants';

/** What users notice while the service cannot process the event. */
const IMPACTS = {
  user: 'A user’s role, name or displayed balance is out of date.',
  task: 'A task’s places or status are out of date, or its posting or deletion is not finished.',
  submission: 'The places of a task or the status of submitted work are out of date.',
  wallet: 'Coins that are due have not moved yet.',
  media: 'A picture’s record is out of date.',
  notification: 'People have not been told of something yet.',
} as const satisfies Record<ServiceName, string>;

export const impactOf = (service: string): string =>
  (IMPACTS as Record<string, string>)[service] ?? 'Part of Piecework is out of date.';
