import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const ENTRYPOINT = '/usr/local/bin/docker-entrypoint.sh';

/** Additional Compose files if the MongoDB image creates no users, such as the substitute on machines that cannot pull the official one. */
export const mongoFiles = (image: string): string[] => {
  const args = ['run', '--rm', '--entrypoint', 'grep', image, '--quiet', 'createUser', ENTRYPOINT];
  const { status, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
  if (status === 0) return [];
  if (status === 1) return ['docker/compose.mongodb-without-users.yml'];
  throw new Error(`docker ${args.join(' ')}: ${stderr}`);
};

/** Random values for the empty secrets of .env.example, as docker/secrets.sh generates them. */
export const randomSecrets = (): Record<string, string> => {
  const [, block = ''] = /^# secrets: begin(.*)^# secrets: end/ms.exec(readFileSync('.env.example', 'utf8')) ?? [];
  const names = [...block.matchAll(/^([A-Z_]+)=$/gm)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.filter((name) => !name.endsWith('_PREVIOUS')).map((name) => [name, randomBytes(32).toString('hex')]),
  );
};
