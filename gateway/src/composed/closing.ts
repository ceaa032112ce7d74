import { schemas } from '@piecework/contracts';
import type { z } from 'zod';

const { closingSchema } = schemas;

/** What each service answers to `closing`; the coins add up. */
export const closingPartSchema = closingSchema.partial().extend({ due: closingSchema.shape.due.partial().optional() });
type ClosingPart = z.infer<typeof closingPartSchema>;

/** @throws when a service has not answered its part */
export const mergeClosing = (parts: readonly ClosingPart[]) =>
  closingSchema.parse({
    ...Object.assign({}, ...parts),
    coins: parts.reduce((sum, { coins = 0 }) => sum + coins, 0),
    due: Object.assign({}, ...parts.map(({ due }) => due)),
  });
