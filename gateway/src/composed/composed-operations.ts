import type { Clock, Log } from '@piecework/base';
import type { Settings } from '@piecework/config';
import {
  COIN_PACKAGES,
  type HandlerProblem,
  OPERATIONS,
  type PublicConfig,
  SERVICES,
  type ServiceName,
  schemas,
} from '@piecework/contracts';
import { type Failure, fail, ok, type PlainRequest, page, type Reply } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { RetryOutcome } from '@piecework/service-runtime/rows';
import { z } from 'zod';
import type { Caller } from '../access/access-control';
import type { Account } from '../access/account';
import type { TokenHolder } from '../access/ended-sessions';
import { createIntegrityConsole, integrityPartSchema } from '../integrity';
import { LIVE_HEADERS, type LiveStreams } from '../live/live-stream';
import { type ServiceClient, ServiceUnavailableError } from '../upstream/service-client';
import { readAdminTrail, trailPageSchema } from './admin-trail';
import { closingPartSchema, mergeClosing } from './closing';
import { createTextsCorrector } from './correct-texts';
import { readLegalTexts } from './legal-texts';
import { createOwnDataDownload } from './own-data';
import { listLinkedPeople, readPerson, readSubject, search } from './people';
import { createBatchPublisher } from './publish-batch';
import { reportThing } from './report-thing';

const SERVICES_WITH_TOTALS: readonly ServiceName[] = ['user', 'task', 'submission', 'wallet'];
const SERVICES_OF_CLOSING: readonly ServiceName[] = ['user', 'submission', 'wallet'];

const accountOf = ({ account }: Caller): Account => {
  if (!account) throw new Error('Access control admitted a caller without an account');
  return account;
};
const holderOf = ({ holder }: Caller): TokenHolder => {
  if (!holder) throw new Error('Access control admitted a caller without a token');
  return holder;
};

const merge = (parts: readonly Record<string, object>[]): Record<string, object> => {
  const whole: Record<string, object> = {};
  for (const part of parts) {
    for (const [role, sums] of Object.entries(part)) whole[role] = { ...whole[role], ...sums };
  }
  return whole;
};

const outcomeSchema: z.ZodType<RetryOutcome> = z.union([
  z.object({ ok: z.literal(true), handled: z.int() }),
  z.object({ ok: z.literal(false), code: z.enum(['not-found', 'waits-behind-another', 'failed']), reason: z.string() }),
]);

/** An allow-list: provider settings contain secrets. */
const publicProviders = ({ firebase, stripe }: Settings): Pick<PublicConfig, 'firebase' | 'stripe'> => ({
  ...(firebase && {
    firebase: {
      projectId: firebase.projectId,
      apiKey: firebase.apiKey,
      authDomain: firebase.authDomain,
      ...(firebase.emulatorHost && { emulatorHost: firebase.emulatorHost }),
    },
  }),
  ...(stripe && { stripe: { publishableKey: stripe.publishableKey, scriptUrl: stripe.scriptUrl } }),
});

const publicConfig = (settings: Settings, termsVersion: string): PublicConfig => ({
  identity: settings.identity,
  payments: settings.payments,
  coinCredit: settings.coinCredit,
  packages: [...COIN_PACKAGES],
  ...(settings.supportEmail !== undefined && { supportEmail: settings.supportEmail }),
  termsVersion,
  ...(settings.mail !== 'none' && { mail: true }),
  ...(settings.verifyEmail && { verifyEmail: true }),
  ...publicProviders(settings),
});

type ComposedOperationId = {
  [I in keyof typeof OPERATIONS]: (typeof OPERATIONS)[I]['service'] extends 'gateway' ? I : never;
}[keyof typeof OPERATIONS];
export type ComposedOperation<I extends ComposedOperationId = ComposedOperationId> = (
  request: PlainRequest,
  who: Caller,
  correlationId: string,
) => Promise<Reply | Failure<HandlerProblem<I>>>;

/** Answers 503 when any service is unavailable: there are no partial sums. */
export const createComposedOperations = (deps: {
  settings: Settings;
  services: Pick<ServiceClient, 'internal' | 'call'>;
  live: Pick<LiveStreams, 'open'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'warn'>;
}): { readonly [I in ComposedOperationId]: ComposedOperation<I> } => {
  const { settings, services, live, clock, log } = deps;
  const legal = readLegalTexts(settings);
  const config = publicConfig(settings, legal.termsVersion);
  const publishBatch = createBatchPublisher(services);
  const correctTexts = createTextsCorrector(services);
  const downloadOwnData = createOwnDataDownload({ services, clock, log });
  const readIntegrity = createIntegrityConsole({ clock });

  const askFor =
    (correlationId: string) =>
    async <T>(name: ServiceName, call: string, args: Record<string, unknown>, schema: z.ZodType<T>): Promise<T> => {
      const answer = schema.safeParse(await services.internal(name, call, args, correlationId));
      if (!answer.success)
        throw new ServiceUnavailableError(name, `the reply to '${call}' is invalid`, { cause: answer.error });
      return answer.data;
    };

  const fromAll = <T>(
    names: readonly ServiceName[],
    call: string,
    args: Record<string, unknown>,
    schema: z.ZodType<T>,
    correlationId: string,
  ) => Promise.all(names.map((name) => askFor(correlationId)(name, call, args, schema)));

  return {
    config: async () => ok(config, { 'cache-control': 'no-cache' }),
    getLegalText: async ({ params, query }) => {
      const { document } = OPERATIONS.getLegalText.params.parse(params);
      const { language } = OPERATIONS.getLegalText.query.parse(query);
      return ok(legal.textOf(document, language), { 'cache-control': 'no-cache' });
    },
    totals: async (_request, who, correlationId) => {
      const { userId, email, name, role, roleVersion } = accountOf(who);
      const actor: Actor = { userId, email, name, role, roleVersion };
      const parts = await fromAll(
        SERVICES_WITH_TOTALS,
        'totals',
        { actor },
        z.record(z.string(), z.object().loose()),
        correlationId,
      );
      return ok(schemas.totalsSchema.parse(merge(parts)));
    },
    live: async ({ method }, who) => {
      const body = method === 'HEAD' ? null : live.open(accountOf(who), holderOf(who), who.until);
      return { status: 200, headers: LIVE_HEADERS, body };
    },
    getClosing: async (_request, who, correlationId) => {
      const { userId } = accountOf(who);
      return ok(
        mergeClosing(await fromAll(SERVICES_OF_CLOSING, 'closing', { userId }, closingPartSchema, correlationId)),
      );
    },
    downloadOwnData: async (_request, who, correlationId) => {
      const { userId, email } = accountOf(who);
      return downloadOwnData({ userId, email, uid: holderOf(who).uid }, correlationId);
    },
    listParked: async (_request, _who, correlationId) => {
      const rows = (await fromAll(SERVICES, 'parked', {}, z.array(schemas.parkedEventSchema), correlationId)).flat();
      rows.sort((a, b) => a.parkedAt.localeCompare(b.parkedAt));
      return page(rows, rows.length);
    },
    retryParked: async ({ params: { id = '' } }, who, correlationId) => {
      const service = SERVICES.find((name) => id.startsWith(`${name}:`));
      if (!service) return fail('not-found');
      const { userId, email } = accountOf(who);
      const args = { id, by: { userId, email } };
      const [outcome] = await fromAll([service], 'retryParked', args, outcomeSchema, correlationId);
      if (outcome?.ok) return ok({ modifiedCount: 1 });
      if (outcome?.code === 'not-found') return fail('not-found');
      return fail('conflict', { message: `It couldn’t be processed: ${outcome?.reason}` });
    },
    publishBatch: ({ params: { id: batchId = '' } }, who, correlationId) =>
      publishBatch({ batchId, buyerId: accountOf(who).userId, assertion: who.assertionFor('task') }, correlationId),
    reportThing: ({ body }, who, correlationId) => reportThing(body, accountOf(who), askFor(correlationId)),
    correctTexts: ({ params: { id: taskId = '' }, body }, who, correlationId) =>
      correctTexts({ taskId, buyerId: accountOf(who).userId, body }, correlationId),
    listAdminTrail: async ({ query }, _who, correlationId) => {
      const { person: id, ...wanted } = OPERATIONS.listAdminTrail.query.parse(query);
      // Rows about what is theirs name the email.
      const person = id === undefined ? undefined : await readSubject(id, askFor(correlationId));
      if (person === null) return page([], 0);
      return readAdminTrail(wanted, (args) =>
        fromAll(SERVICES, 'trail', { ...args, ...(person && { person }) }, trailPageSchema, correlationId),
      );
    },
    readPerson: ({ params: { id = '' } }, _who, correlationId) => readPerson(id, askFor(correlationId)),
    listLinkedPeople: ({ params: { id = '' } }, _who, correlationId) => listLinkedPeople(id, askFor(correlationId)),
    search: ({ query }, _who, correlationId) => search(OPERATIONS.search.query.parse(query).q, askFor(correlationId)),
    readIntegrity: async (_request, _who, correlationId) =>
      ok(await readIntegrity(() => fromAll(SERVICES, 'integrity', {}, integrityPartSchema, correlationId))),
  };
};
