import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { createLiveReader } from '../support/live-reader';
import { freeBasePort } from '../support/ports';
import { useStack } from '../support/stack';

const nginx = findProgram('nginx');
if (!nginx) process.stderr.write('Skipped without nginx (Debian package nginx-light): the live stream\n');

/** nginx's defaults buffer what a server answers. */
const configOf = (port: number, gateway: string) => `
daemon off;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${gateway};
      proxy_set_header Host $http_host;
    }
  }
}`;

const untilListening = async (port: number): Promise<void> => {
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  while (!(await isListening())) await new Promise((again) => setTimeout(again, 50));
};

(nginx ? describe : describe.skip)('behind nginx with default buffering', () => {
  const stack = useStack();
  let proxy: ChildProcess;
  let folder: string;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'piecework-nginx-'));
    const port = await freeBasePort();
    writeFileSync(join(folder, 'nginx.conf'), configOf(port, stack().url));
    proxy = spawn(nginx as string, ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await untilListening(port);
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => {
    proxy?.kill();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('an event of the live stream arrives within a second', async () => {
    const buyer = await stack().newcomer('buyer');
    const worker = await stack().newcomer('worker');
    await stack().settle();
    const stream = await createLiveReader(url)(worker);
    const id = await stack().post(buyer, { requiredWorkers: 1, payableAmount: 1 });
    const began = Date.now();
    await stream.next(({ event, data }) => event === 'task' && data.id === id, 10_000);
    expect(Date.now() - began).toBeLessThan(1_000);
    stream.close();
  });
});
