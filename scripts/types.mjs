// npm run types: checks all types. npm run types:client (--client): only generates those of the OpenAPI document.
import './lib/require-node.mjs';

void import('./lib/types.mjs').then(({ checkTypes }) => checkTypes(process.argv.slice(2)));
