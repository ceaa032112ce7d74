import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

const FORBIDDEN: [where: string, imported: string][] = [
  ['services/task/src', '@piecework/user'],
  ['services/task/src', '../../user/src/user'],
  ['services/task/src', '@piecework/gateway'],
  ['services/task/src', '@piecework/stack'],
  ['services/task/src', '@piecework/mf-worker'],
  ['services/task/src', '@piecework/store/src/store'],
  ['gateway/src', '@piecework/wallet'],
  ['gateway/src', '../../services/wallet/src/main'],
  ['gateway/src', '@piecework/shell'],
  ['packages/contracts/src', 'express'],
  ['packages/contracts/src', 'node:fs'],
  ['packages/contracts/src', '@piecework/base'],
  ['packages/service-runtime/src', '@piecework/audit'],
  ['packages/domain/src', '@piecework/user'],
  ['mf-worker/src', '@piecework/mf-buyer'],
  ['mf-worker/src', '../../mf-buyer/src/routes'],
  ['mf-worker/src', '@piecework/http'],
  ['shell/src', '@piecework/mf-public'],
  ['shell/src', '@piecework/user'],
  ['stack/src', '@piecework/user/src/main'],
  ['tests/src', '../../packages/contracts/src/events'],
];

const ALLOWED: [where: string, imported: string][] = [
  ['services/task/src', '@piecework/contracts'],
  ['services/task/src', '@piecework/csv-file'],
  ['services/task/src', '@piecework/service-runtime'],
  ['services/task/src', '@piecework/store'],
  ['services/task/src', './task'],
  ['services/task/test', '../src/task'],
  ['gateway/src', '@piecework/http'],
  ['packages/contracts/src', 'zod'],
  ['packages/contracts/src', './events'],
  ['packages/service-runtime/src', '@piecework/contracts'],
  ['packages/http/src', 'express'],
  ['stack/src', '@piecework/user'],
  ['mf-worker/src', '@piecework/contracts'],
  ['mf-worker/src', '@piecework/csv-file'],
  ['mf-worker/src', '@piecework/web-kit'],
  ['shell/src', '@piecework/ui'],
];

// Lints a tree of one-line files with the real biome.json, which reveals a rule that no longer matches.
const filesWithErrors = new Set<string>();
let tree: string;

const fileOf = (where: string, imported: string) => `${where}/imports-${imported.replace(/\W+/g, '-')}.ts`;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'piecework-boundaries-'));
  cpSync(join(ROOT, 'biome.json'), join(tree, 'biome.json'));
  for (const [where, imported] of [...FORBIDDEN, ...ALLOWED]) {
    const file = join(tree, fileOf(where, imported));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import '${imported}';\n`);
  }
  const options = ['--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none'];
  const run = spawnSync(process.execPath, [BIOME, 'lint', '--vcs-enabled=false', ...options, '.'], {
    cwd: tree,
    encoding: 'utf8',
  });
  const report = JSON.parse(run.stdout) as { diagnostics: { severity: string; location: { path: string } }[] };
  for (const { severity, location } of report.diagnostics) {
    if (severity === 'error') filesWithErrors.add(location.path.replaceAll('\\', '/'));
  }
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each(FORBIDDEN)('%s may not import %s', (where, imported) => {
  expect(filesWithErrors).toContain(fileOf(where, imported));
});

test.each(ALLOWED)('%s may import %s', (where, imported) => {
  expect(filesWithErrors).not.toContain(fileOf(where, imported));
});
