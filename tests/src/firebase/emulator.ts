import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIREBASE_ENV } from '@piecework/config/testing';
import { findFirebaseTools } from '../../../scripts/lib/firebase-tools.mjs';
import { untilAnswers } from '../support/child-stack';

/** With the prefix `demo-` the tools make no external requests. */
const PROJECT = FIREBASE_ENV.FIREBASE_PROJECT_ID;
/** Milliseconds, on a busy machine. */
export const START_WITHIN = 180_000;
const STOP_WITHIN = 10_000;

/** An email that the emulator records instead of sending it. */
interface OobCode {
  email: string;
  requestType: string;
  oobLink: string;
}

const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
};

/** Starts the Firebase Auth emulator in a new folder on free ports. */
export const startAuthEmulator = async () => {
  const program = findFirebaseTools();
  if (!program) throw new Error('firebase-tools is not installed: npm run test:firebase installs it.');
  const folder = mkdtempSync(join(tmpdir(), 'piecework-firebase-'));
  const [auth = 0, hub = 0, logging = 0] = await freePorts(3);
  const at = (port: number) => ({ host: '127.0.0.1', port });
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } };
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }));
  const child = spawn(
    process.execPath,
    [program, 'emulators:start', '--only', 'auth', '--project', PROJECT, '--non-interactive'],
    { cwd: folder, env: { ...process.env, NO_UPDATE_NOTIFIER: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-8192);
    });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!hasEnded()) {
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
      child.kill('SIGTERM');
      await once(child, 'exit');
      clearTimeout(kill);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  // `localhost`, as in the page's origin: a browser shares the emulator's storage with its frame only within one site.
  const host = `localhost:${auth}`;
  const url = `http://127.0.0.1:${auth}`;
  try {
    await untilAnswers(url, START_WITHIN, () => !hasEnded());
  } catch (error) {
    await stop();
    throw new Error(`The Auth emulator did not start. Its output:\n${output}`, { cause: error });
  }
  const rest = async (path: string, init?: RequestInit) => {
    const headers = { 'content-type': 'application/json', ...init?.headers };
    const response = await fetch(`${url}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`The emulator answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  /** Calls the API as the project's owner: the emulator accepts the token `owner`. */
  const manage = (path: string, body: object) =>
    rest(`/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner' },
      body: JSON.stringify(body),
    });
  return {
    host,
    /** Whether a URL is of the emulator. */
    isAt: (address: URL) => address.port === String(auth),
    /** The last email to an address. */
    mailTo: async (email: string): Promise<OobCode | undefined> => {
      const { oobCodes } = (await rest(`/emulator/v1/projects/${PROJECT}/oobCodes`)) as { oobCodes: OobCode[] };
      return oobCodes.findLast((mail) => mail.email === email);
    },
    /** Creates an account without the product. @returns its ID token */
    signUp: async (email: string, password: string): Promise<string> => {
      const body = JSON.stringify({ email, password, returnSecureToken: true });
      const path = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=public';
      return ((await rest(path, { method: 'POST', body })) as { idToken: string }).idToken;
    },
    /** Deletes an account as its owner. */
    remove: async (idToken: string): Promise<void> => {
      const path = '/identitytoolkit.googleapis.com/v1/accounts:delete?key=public';
      await rest(path, { method: 'POST', body: JSON.stringify({ idToken }) });
    },
    disable: async (email: string): Promise<void> => {
      const found = (await manage('accounts:lookup', { email: [email] })) as { users: { localId: string }[] };
      await manage('accounts:update', { localId: found.users[0]?.localId, disableUser: true });
    },
    stop,
  };
};
export type AuthEmulator = Awaited<ReturnType<typeof startAuthEmulator>>;
