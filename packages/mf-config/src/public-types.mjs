import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { PUBLIC_MODULES } from './shell-contract.mjs';
import { compileIn } from './tsc.mjs';

const PACKAGES = path.resolve(import.meta.dirname, '../..');
/** Their types are part of the contract: the shell renders icons and loads catalogues. Those of the REST contract are the gateway's. */
const INLINED = ['ui', 'i18n'];

const pathsIn = (folder, extension) =>
  Object.fromEntries(INLINED.map((name) => [`@piecework/${name}`, [path.join(folder, name, `src/index${extension}`)]]));

/** Types of the public modules of web-kit in the sources: module → one declaration text. */
export function publicTypes() {
  // Not inside node_modules, where API Extractor inlines nothing.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piecework-public-types-'));
  try {
    const errors = compileIn(folder, {
      compilerOptions: {
        declaration: true,
        emitDeclarationOnly: true,
        noEmit: false,
        removeComments: true,
        outDir: path.join(folder, 'out'),
        rootDir: PACKAGES,
        paths: pathsIn(PACKAGES, '.ts'),
      },
      files: Object.values(PUBLIC_MODULES).map((name) => path.join(PACKAGES, `web-kit/src/${name}.ts`)),
      include: [path.join(PACKAGES, '*/src/**/*.d.ts')],
    });
    if (errors) throw new Error(errors);
    return Object.fromEntries(Object.entries(PUBLIC_MODULES).map(([module, name]) => [module, rollUp(folder, name)]));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The declarations of one module and of all that it imports from this repository. */
function rollUp(folder, name) {
  const out = path.join(folder, 'out');
  const [entry, result] = [path.join(out, `web-kit/src/${name}.d.ts`), path.join(folder, `${name}.d.ts`)];
  const silent = { default: { logLevel: 'none' } };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: path.join(PACKAGES, 'web-kit'),
      mainEntryPointFilePath: entry,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            lib: ['es2023', 'dom', 'dom.iterable'],
            module: 'esnext',
            moduleResolution: 'bundler',
            jsx: 'react-jsx',
            strict: true,
            skipLibCheck: true,
            paths: pathsIn(out, '.d.ts'),
          },
          files: [entry],
        },
      },
      apiReport: { enabled: false },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: result },
      newlineKind: 'lf',
      messages: { compilerMessageReporting: silent, extractorMessageReporting: silent, tsdocMessageReporting: silent },
    },
    packageJsonFullPath: path.join(PACKAGES, 'web-kit/package.json'),
  });
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === 'info') message.logLevel = 'none';
    },
  });
  const text = fs.readFileSync(result, 'utf8');
  if (!succeeded || / from '\./.test(text)) throw new Error(`The types of ${name} do not roll up:\n${text}`);
  return text;
}
