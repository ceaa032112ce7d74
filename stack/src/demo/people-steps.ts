import { DAY_MS, isoTime } from '@piecework/base';
import type { Identity, PublicConfig, Totals, User } from '@piecework/contracts';
import type { AccessClaims } from '@piecework/identity';
import type { DemoApi } from './api';
import { adminOf, type Made } from './made';
import { until } from './parallel';
import { DEMO_PASSWORD, type Person } from './people';
import { readPortrait } from './pictures';
import { SUSPENDED } from './plan';
import { type Session, sessionOf } from './sessions';

/** Signs a token that is valid at the time of the seed's clock. */
export type SignAccess = (claims: AccessClaims) => string;

/** @returns the session, and whether the account is new */
export const signUp = async (
  api: DemoApi,
  person: Person,
  sign?: SignAccess,
): Promise<Session & { isNew: boolean }> => {
  const { email, name } = person;
  const credentials = { email, password: DEMO_PASSWORD };
  const answer = await api.call<Identity>('POST', '/identity/sign-up', {
    body: { ...credentials, displayName: name },
    expect: [409],
  });
  const isNew = answer.status !== 409;
  const { idToken, uid } = (
    isNew ? answer : await api.call<Identity>('POST', '/identity/sign-in', { body: credentials })
  ).body;
  const claims = { uid, email, name, picture: '', provider: 'password' } as const;
  const token = () => {
    if (!sign) throw new Error(`${name} has not joined yet`);
    return sign(claims);
  };
  return { person, uid, idToken, token, photo: '', isNew };
};

/** Registers a signed-up person. */
export const join = async (
  api: DemoApi,
  session: Session & { isNew?: boolean },
  sign?: SignAccess,
): Promise<Session> => {
  const { person, uid } = session;
  const { key, email, name, role, hasPortrait } = person;
  const identityToken = sign ? session.token() : session.idToken;
  const accessToken = async (): Promise<() => string> => {
    if (sign) return () => sign({ uid, email });
    const { token } = (await api.call<{ token: string }>('POST', '/jwt', { token: session.idToken, body: { email } }))
      .body;
    return () => token;
  };

  if (session.isNew === false) {
    const token = await accessToken();
    const user = await api.call<User>('GET', '/user', { token: token(), expect: [404] });
    if (user.status === 200) return { ...session, token, photo: user.body.userPhotoURL };
  }
  const photo = hasPortrait ? await api.upload(identityToken, await readPortrait(key)) : '';
  const registration = {
    userName: name,
    userRole: role === 'admin' ? 'worker' : role,
    ...(photo && { userPhotoURL: photo }),
    termsVersion: (await api.call<PublicConfig>('GET', '/config')).body.termsVersion,
  };
  // With VERIFY_EMAIL=1 their withdrawals need it.
  await api.internal.confirmEmail(email);
  await api.call('POST', '/users', { token: identityToken, body: registration });
  return { ...session, token: await accessToken(), photo };
};

export const idOf = async (api: DemoApi, { token }: Session): Promise<string> =>
  (await api.call<User>('GET', '/user', { token: token() })).body._id;

/** A repeat changes nothing. @param now milliseconds since 1970 */
export const suspend = async (api: DemoApi, made: Made, now: number): Promise<void> => {
  const { person, days, ...why } = SUSPENDED;
  await api.call('POST', `/users/${await idOf(api, sessionOf(made.sessions, person))}/suspension`, {
    token: adminOf(made).token(),
    body: { ...why, until: isoTime(now + days * DAY_MS) },
    expect: [409],
  });
};

/** Promotes a registered worker; resolves when the gateway's projection shows the admin role. */
export const promote = async (api: DemoApi, { person, token }: Session): Promise<void> => {
  await api.internal.makeAdmin(person.email);
  await until(
    `That ${person.email} is an admin`,
    async () => (await api.call<Totals>('GET', '/totals', { token: token() })).body.admin,
  );
};
