import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@piecework/gateway';
import generate, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** Where the types are kept, from the root of the repository. */
const FILE = 'tests/src/client/api.gen.ts';

/** Writes the types that openapi-typescript makes of the document; with `--check` it fails when the file is not what it would write. */
const main = async (isCheck: boolean) => {
  const types = astToString(await generate(openApiDocument() as unknown as OpenAPI3));
  const text = `// Made of /openapi.json by \`npm run docs:client\`; do not edit it.\n${types}`;
  if (!isCheck) return writeFileSync(FILE, text);
  if (readFileSync(FILE, 'utf8') === text) return;
  process.stderr.write(`${FILE} is out of date: npm run docs:client\n`);
  process.exitCode = 1;
};

void main(process.argv.includes('--check'));
