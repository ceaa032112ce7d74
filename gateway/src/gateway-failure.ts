import type { ProblemCodeOf } from '@piecework/contracts';
import type { Failure } from '@piecework/http';

export type GatewayFailure = Failure<ProblemCodeOf<'gateway'>>;
