import { writeFileSync } from 'node:fs';
import { openApiDocument } from '@piecework/gateway';
import generate, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** `npm run types:client`: generates the types of the OpenAPI document with openapi-typescript. */
const main = async (file: string, firstLine: string) => {
  const types = astToString(await generate(openApiDocument() as unknown as OpenAPI3));
  writeFileSync(file, firstLine + types);
};

const [file = '', firstLine = ''] = process.argv.slice(2);
void main(file, firstLine);
