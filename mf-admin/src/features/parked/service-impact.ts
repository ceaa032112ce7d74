import type { ServiceName } from '@piecework/contracts/constants';

/** What users notice while the service cannot process the event. */
const IMPACTS = {
  user: 'A person’s role, name or shown balance is behind.',
  task: 'A task’s places or status are behind, or its posting or deletion is not finished.',
  submission: 'The places of a task or the state of handed-in work are behind.',
  wallet: 'Coins that are due have not moved yet.',
  media: 'A picture’s record is behind.',
} as const satisfies Record<ServiceName, string>;

export const impactOf = (service: string): string =>
  (IMPACTS as Record<string, string>)[service] ?? 'A part of Piecework is behind.';
