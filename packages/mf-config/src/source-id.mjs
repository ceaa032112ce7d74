import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Packages whose sources go into a front end. docker/front.Dockerfile copies the same. */
export const PACKAGES = ['contracts', 'csv-file', 'federation', 'i18n', 'mf-config', 'texts', 'ui', 'web-kit'];

/** Eight hex digits. The same sources have the same id on every machine; tests are not included. */
export function sourceId(dir) {
  const hash = crypto.createHash('sha256');
  for (const folder of [dir, ...PACKAGES.map((name) => path.join(ROOT, 'packages', name))])
    for (const file of sourcesOf(folder)) hash.update(path.relative(ROOT, file)).update(fs.readFileSync(file));
  hash.update(fs.readFileSync(path.join(ROOT, 'package-lock.json')));
  return hash.digest('hex').slice(0, 8);
}

function sourcesOf(folder) {
  const src = fs.readdirSync(path.join(folder, 'src'), { withFileTypes: true, recursive: true });
  return [
    path.join(folder, 'package.json'),
    ...src
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort(),
  ];
}
