import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const ENTRYPOINT = '/usr/local/bin/docker-entrypoint.sh';

/** Compose files for an image of MongoDB that makes no users, such as the stand-in of machines that can pull none; none for the official one. */
export const mongoFiles = (image: string): string[] => {
  const args = ['run', '--rm', '--entrypoint', 'grep', image, '--quiet', 'createUser', ENTRYPOINT];
  const { status, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
  if (status === 0) return [];
  if (status === 1) return ['docker/compose.mongodb-without-users.yml'];
  throw new Error(`docker ${args.join(' ')}: ${stderr}`);
};

/** The secrets that .env.example leaves empty, filled as docker/secrets.sh does. */
export const randomSecrets = (): Record<string, string> => {
  const [, block = ''] =
    /^# secrets: begin(.*)^# secrets: end/ms.exec(readFileSync('.env.example', 'utf8')) ?? [];
  const names = [...block.matchAll(/^([A-Z_]+)=$/gm)].map(([, name = '']) => name);
  return Object.fromEntries(
    names
      .filter((name) => !name.endsWith('_PREVIOUS'))
      .map((name) => [name, randomBytes(32).toString('hex')]),
  );
};
