// npm run contract: records the types and versions that this version of web-kit promises to remotes (docs/adr/0089).
//   npm run contract -- --check     fails when the record is out of date, or the version does not fit the changes
import './lib/require-node.mjs';

void import('./lib/install.mjs')
  .then(({ ensureInstalled }) => ensureInstalled())
  .then(() => import('./lib/contract.mjs'))
  .then(({ contract }) => contract({ isCheck: process.argv.includes('--check') }));
