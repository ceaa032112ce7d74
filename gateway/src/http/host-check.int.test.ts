import { request as httpRequest } from 'node:http';
import { type Rig, startRig } from '../../testing';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    env: {
      PUBLIC_ORIGIN: 'https://piecework.example',
      GATEWAY_ORIGIN: 'https://api.piecework.example',
      GATEWAY_URL: 'http://gateway:3080',
      GATEWAY_HOSTS: 'old.piecework.example, 10.0.0.7',
    },
  });
});
afterAll(() => rig.stop());

const ask = (host: string, path = '/config') =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const request = httpRequest(`${rig.url}${path}`, { headers: { host } }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, body });
    });
    request.on('error', reject).end();
  });

describe('the gateway', () => {
  test.each([
    'localhost:4080',
    '127.0.0.1',
    '[::1]:4080',
    'piecework.example',
    'API.Piecework.example:443',
    'gateway:3080',
    'old.piecework.example',
    '10.0.0.7:3080',
  ])('accepts the host %s', async (host) => {
    expect((await ask(host)).status).toBe(200);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    'notpiecework.example',
    '169.254.169.254',
    'localhost@evil.example',
  ])('refuses the host %s', async (host) => {
    const { status, body } = await ask(host);
    expect([status, JSON.parse(body).code]).toEqual([421, 'misdirected']);
  });

  test('answers health checks under any host', async () => {
    expect((await ask('172.17.0.5', '/healthz')).status).toBe(200);
    expect((await ask('172.17.0.5', '/readyz')).status).toBe(200);
  });
});
