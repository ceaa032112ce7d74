import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, createIds, silentLog, systemClock } from '@piecework/base';
import { testSettings } from '@piecework/config/testing';
import { type AnyEvent, EVENTS, type EventData, type EventType, type Role, SERVICES } from '@piecework/contracts';
import { type DeliveredRecord, type EventBus, type Subscribe, toRecord } from '@piecework/event-log';
import { listen } from '@piecework/http/server';
import { createAssertions, createTokens, type IdentityClaims } from '@piecework/identity';
import { createGateway } from '../src/gateway';
import { createGatewayApp, createGatewayMetrics } from '../src/http/http-app';
import { createDependencyHealth } from '../src/upstream/dependency-health';
import { createHttpServiceClient } from '../src/upstream/service-client';

const ids = createIds();

/** In-memory event log; `publish` resolves when the event is handled. */
export const createFakeBus = (clock: Pick<Clock, 'now'> = systemClock) => {
  const published: { record: DeliveredRecord; at: number }[] = [];
  const readers = new Set<Subscribe>();
  const bus: Pick<EventBus, 'subscribe' | 'requests' | 'ping'> = {
    requests: new Map(),
    ping: async () => {},
    subscribe: async (reader) => {
      const { from = 'beginning', topics } = reader;
      const before = published.filter(
        ({ record, at }) =>
          topics.includes(record.topic) && (typeof from === 'object' ? at >= from.since : from === 'beginning'),
      );
      readers.add(reader);
      const caughtUp = (async () => {
        for (const { record } of before) await reader.handler(record);
      })();
      return { caughtUp, stop: async () => void readers.delete(reader) };
    },
  };
  const deliver = async (record: DeliveredRecord) => {
    published.push({ record, at: clock.now() });
    for (const reader of readers) if (reader.topics.includes(record.topic)) await reader.handler(record);
  };
  const publish = async <T extends EventType>(type: T, data: EventData<T>) => {
    const event = {
      eventId: ids.next(),
      type,
      version: EVENTS[type].version,
      occurredAt: new Date(clock.now()).toISOString(),
      aggregateId: 'aggregate',
      correlationId: 'correlation',
      causationId: null,
      actor: null,
      data,
    } as unknown as AnyEvent;
    await deliver({ ...toRecord(EVENTS[type].topic, event), position: String(published.length + 1) });
  };
  return { bus, publish, deliver };
};

export const SECRET = 'a secret for tests that is long enough';

/** @param name local part of the email */
export const identityOf = (name: string): IdentityClaims => ({
  uid: `uid-${name}`,
  email: `${name}@example.com`,
  name: `Identity ${name}`,
  picture: '',
  provider: 'google',
});

export const registration = (name: string, role: 'worker' | 'buyer' = 'worker') => ({
  userId: `user-${name}`,
  email: `${name}@example.com`,
  userName: `The ${name}`,
  userPhotoURL: '',
  role,
});

export interface Upstream {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
}

type Answer = (call: Upstream) => void | Promise<void>;

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** A gateway over one server that plays all services: `internals` answers internal calls and /readyz, `answer` the rest (default: an echo). */
export const startRig = async (
  options: { clock?: Clock; env?: Record<string, string>; timeoutMs?: number; maxInFlight?: number } = {},
) => {
  const clock = options.clock ?? systemClock;
  const settings = testSettings({ JWT_SECRET: SECRET, ...options.env });
  const tokens = createTokens({ clock, secret: SECRET });
  const assertions = createAssertions({ clock, keys: settings.serviceKeys });
  const { bus, publish } = createFakeBus(clock);
  const calls: { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
  const internalHandlers: Record<string, (args: Record<string, unknown>) => unknown> = {
    userByEmail: () => null,
    accountsAfter: () => ({ accounts: [], next: null }),
  };

  const echo: Answer = ({ request, response, body }) =>
    json(response, 200, { method: request.method, url: request.url, headers: request.headers, body: body.toString() });
  const rig = {
    answer: echo,
    /** Takes the request before its body is read: for streams. */
    answerRaw: undefined as ((request: IncomingMessage, response: ServerResponse) => void) | undefined,
    /** The reason for /readyz to fail. */
    notReady: null as string | null,
  };

  const upstream: Server = createServer(async (request, response) => {
    const url = request.url ?? '';
    if (url === '/readyz') return json(response, 200, { ok: true });
    if (rig.answerRaw) return rig.answerRaw(request, response);
    const body = await readAll(request).catch(() => Buffer.of());
    const internal = /^\/internal\/(\w+)$/.exec(url)?.[1];
    if (internal) {
      const token = String(request.headers['x-piecework-assertion']);
      if (!SERVICES.some((service) => assertions.verifyInternal(service, token).ok)) return json(response, 401, {});
      return json(response, 200, (await internalHandlers[internal]?.(JSON.parse(body.toString()))) ?? null);
    }
    calls.push({ method: request.method ?? '', url, headers: request.headers, body });
    await rig.answer({ request, response, body });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const urls = {
    user: upstreamUrl,
    task: upstreamUrl,
    submission: upstreamUrl,
    wallet: upstreamUrl,
    media: upstreamUrl,
    notification: upstreamUrl,
  };

  const { timeoutMs = 2000, maxInFlight = 64 } = options;
  const services = createHttpServiceClient({ urls, assertions, clock, timeoutMs, maxInFlight });
  const gateway = createGateway({ settings, bus, clock, ids, log: silentLog, tokens, assertions, services });
  await gateway.start();
  await gateway.caughtUp();
  const dependencies = createDependencyHealth({ isReady: services.isReady, ping: bus.ping, clock });
  const app = createGatewayApp({
    gateway,
    dependencies,
    metrics: createGatewayMetrics(gateway, bus, dependencies),
    settings,
    clock,
    ids,
    log: silentLog,
    whyNotReady: () => rig.notReady,
  });
  const server = await listen(app, 0, ['127.0.0.1']);

  const access = (name: string) => tokens.signAccess(identityOf(name));
  /** Registers a user with `role`; resolves to their access token. */
  const registerUser = async (name: string, role: Role = 'worker'): Promise<string> => {
    await publish('user.registered', registration(name, role === 'buyer' ? 'buyer' : 'worker'));
    if (role === 'admin')
      await publish('user.role-changed', { userId: `user-${name}`, from: 'worker', to: 'admin', roleVersion: 1 });
    return access(name);
  };
  const url = `http://127.0.0.1:${server.port}`;
  const fetchAs = (token: string | undefined, path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...init.headers },
    });
  const stopUpstream = () =>
    new Promise<void>((resolve) => {
      upstream.close(() => resolve());
      upstream.closeAllConnections();
    });
  const stop = async () => {
    await gateway.stop();
    await services.close();
    await Promise.all([server.stop(), upstream.listening ? stopUpstream() : undefined]);
  };
  return Object.assign(rig, {
    url,
    port: server.port,
    tokens,
    assertions,
    publish,
    registerUser,
    access,
    fetchAs,
    calls,
    internalHandlers,
    gateway,
    services,
    stop,
    stopUpstream,
  });
};
export type Rig = Awaited<ReturnType<typeof startRig>>;
