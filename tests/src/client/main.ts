import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@piecework/gateway';
import generate, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The generated file, relative to the root of the repository. */
const FILE = 'tests/src/client/api.gen.ts';

/** Generates the types with openapi-typescript; with `--check` it fails if the file is out of date instead. */
const main = async (isCheck: boolean) => {
  const types = astToString(await generate(openApiDocument() as unknown as OpenAPI3));
  const text = `// Made of /openapi.json by \`npm run docs:client\`; do not edit it.\n${types}`;
  if (!isCheck) return writeFileSync(FILE, text);
  if (readFileSync(FILE, 'utf8') === text) return;
  process.stderr.write(`${FILE} is out of date: npm run docs:client\n`);
  process.exitCode = 1;
};

void main(process.argv.includes('--check'));
