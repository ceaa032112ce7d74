import { createLog, OperatorError, runProgram } from '@piecework/base';
import { readFrontSettings } from '@piecework/config';
import { FRONTS } from '@piecework/federation/fronts';
import { serveFront } from './front';

// npm start -w packages/front-server -- mf-worker /srv/mf-worker (default: its dist/)
await runProgram(async () => {
  const [name, folder] = process.argv.slice(2);
  const front = FRONTS.find((one) => one === name);
  if (!front) throw new OperatorError(`Name a front end to serve: ${FRONTS.join(', ')}.`);
  const settings = readFrontSettings(process.env);
  const log = createLog(front, settings.logLevel);
  const served = await serveFront({ front, dir: folder ?? `${front}/dist`, settings, log });
  log.info({ port: served.port }, `${front} is served`);
  return served;
});
