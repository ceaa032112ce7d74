import { Readable } from 'node:stream';
import type { Clock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { OPERATIONS, type ServiceName } from '@piecework/contracts';
import {
  ASSERTION_HEADER,
  CORRELATION_HEADER,
  encodePerson,
  FORM_HEADER,
  NETWORK_HEADER,
  PERSON_HEADER,
  type PlainRequest,
} from '@piecework/http';
import type { AccountProjection } from '../access/account-projection';
import type { Answer, Call } from '../call';
import { keepForm } from '../composed/kept-form';
import { refuseOthersPictures } from '../composed/own-pictures';
import type { SharedTaskLists } from '../composed/shared-task-lists';
import { pathOf } from '../contract-routes';
import { guardBody, readBody } from '../http/request-body';
import { type ServiceClient, ServiceUnavailableError } from './service-client';

const LIST_NAMES = Object.keys(OPERATIONS.listTasks.query.shape);

/** An allow-list: callers must not send our internal headers. */
const FORWARDED_HEADERS = [
  'content-type',
  'content-length',
  'idempotency-key',
  'if-none-match',
  // Detects cross-site forms in the sign-in popup.
  'sec-fetch-site',
  'stripe-signature',
  // Names the browser of a session.
  'user-agent',
] as const;

const forwardedHeaders = (
  headers: PlainRequest['headers'],
  ours: {
    assertion: string | undefined;
    network: string | undefined;
    formId: string | undefined;
    person: string | undefined;
    correlationId: string;
  },
  hasBody: boolean,
): Record<string, string> => {
  const forwarded: Record<string, string> = { [CORRELATION_HEADER]: ours.correlationId };
  if (ours.assertion !== undefined) forwarded[ASSERTION_HEADER] = ours.assertion;
  if (ours.network !== undefined) forwarded[NETWORK_HEADER] = ours.network;
  if (ours.person !== undefined) forwarded[PERSON_HEADER] = ours.person;
  if (ours.formId !== undefined) forwarded[FORM_HEADER] = ours.formId;
  for (const name of FORWARDED_HEADERS) {
    const value = headers[name];
    if (value !== undefined && (hasBody || !name.startsWith('content-'))) forwarded[name] = value;
  }
  return forwarded;
};

/** Calls the service of an operation. */
export const createForward = (deps: {
  settings: Settings;
  services: ServiceClient;
  accounts: Pick<AccountProjection, 'forget' | 'byId'>;
  sharedLists: SharedTaskLists;
  clock: Clock;
}) => {
  const { settings, services, accounts, sharedLists, clock } = deps;
  const withinMs = settings.rateLimits.bodySeconds * 1000;

  const forward = async (service: ServiceName, call: Call): Promise<Answer> => {
    const { operation, spec, request, who, correlationId, connection } = call;
    const body = guardBody(spec, request, { clock, withinMs });
    if (!body.ok) return body.failure;
    const person = spec.namesPerson ? accounts.byId(request.params.id ?? '') : undefined;
    const hasBody = body.raw !== undefined || request.body !== undefined;
    let { raw } = body;
    let formId: string | undefined;
    if ((spec.ownPictures || spec.keepsForm) && who.account) {
      const read = await readBody({ ...request, raw });
      const refused =
        spec.ownPictures && (await refuseOthersPictures(read.body, who.account.userId, services, correlationId));
      if (refused) return refused;
      if (spec.keepsForm) formId = await keepForm(read.body, services, correlationId);
      raw = read.raw;
    }
    const { raw: _, ...rest } = request;
    // It limits sign-ins and sign-ups by network.
    const network = service === 'user' ? connection?.network : undefined;
    const ours = {
      assertion: who.assertionFor(service),
      network,
      formId,
      person: person && encodePerson(person),
      correlationId,
    };
    const headers = forwardedHeaders(request.headers, ours, hasBody);
    const sent = services.call(service, operation, { ...rest, headers, ...(raw && { raw }) });
    const response = await sent.catch((error) => {
      // No service reads the rest: it would be kept until its time is over.
      raw?.destroy();
      throw error;
    });
    // The service rejected our assertion (key rotation), not the caller's token: 401 would sign them out.
    if (response.status === 401 && who.account) {
      if (response.body instanceof Readable) response.body.destroy();
      throw new ServiceUnavailableError(service, 'refused the assertion of the gateway');
    }
    if (operation === 'createUser' && who.identity) accounts.forget(who.identity.email);
    const mayHaveChanged = response.status < 300 || response.status >= 500;
    if (service === 'task' && spec.method !== 'GET' && mayHaveChanged) sharedLists.invalidate();
    return response;
  };

  const answerSharedTaskList = ({ request, correlationId }: Call): Promise<Answer> => {
    // Unknown parameters would multiply the cache keys.
    const query = Object.fromEntries(
      LIST_NAMES.flatMap((name) => (name in request.query ? [[name, request.query[name]]] : [])),
    );
    const headers = { [CORRELATION_HEADER]: correlationId };
    const anonymousRequest = { method: 'GET', path: request.path, params: {}, query, headers, body: undefined };
    const ask = () => services.call('task', 'listTasks', anonymousRequest);
    return sharedLists.answer(pathOf(OPERATIONS.listTasks, anonymousRequest), request, ask);
  };

  return { forward, answerSharedTaskList };
};
