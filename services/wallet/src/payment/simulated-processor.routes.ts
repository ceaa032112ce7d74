import { fail, isFailure, ok } from '@piecework/http';
import { actorOf, answer, answerInTransaction, type ServiceDeps } from '@piecework/service-runtime';
import { charge } from './simulated-processor';
import { simulatedIntents } from './simulated-processor.store';

export const noSimulatedOperations = answer('confirmSimulatedPayment', [], async () => fail('not-found'));

export const createSimulatedOperations = ({ clock }: ServiceDeps) =>
  answerInTransaction('confirmSimulatedPayment', [], async (unit, { body }, call) => {
    const { clientSecret, authenticate, ...card } = body;
    const { userId } = actorOf(call);
    const intents = unit.collection(simulatedIntents);
    const intent = await intents.findOne({ clientSecret, userId });
    if (!intent) return fail('not-found', { message: 'This payment does not exist. Please start again.' });
    if (intent.status === 'succeeded') return ok({ status: intent.status, intent: intent._id });
    const charged = charge(card, authenticate, clock.now());
    if (isFailure(charged)) return charged;
    await intents.updateOne({ _id: intent._id }, { $set: charged });
    return ok({ status: charged.status, intent: intent._id });
  });
