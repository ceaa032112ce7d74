// npm run dev -w FRONT: the dev server of one front end, on its own port.
import './lib/require-node.mjs';
import { basename } from 'node:path';

const front = basename(process.cwd());

void import('./lib/watch.mjs').then(({ serveAlone }) => serveAlone(front));
