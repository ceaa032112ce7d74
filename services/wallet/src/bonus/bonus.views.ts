import { isoTime } from '@piecework/base';
import type { Bonus as BonusView } from '@piecework/contracts';
import type { BonusDocument } from './bonus.store';

export const toView = ({ _id, coins, note, at }: BonusDocument): BonusView => ({ _id, coins, note, time: isoTime(at) });
