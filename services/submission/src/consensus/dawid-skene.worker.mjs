// A thread of `estimation.ts`: its data are the observations of each field, its message their estimates.
import { parentPort, workerData } from 'node:worker_threads';
import { estimate } from './dawid-skene.mjs';

/** @type {{ fields: import('./dawid-skene.mjs').Observations[], priorAnswers: number }} */
const { fields, priorAnswers } = workerData;
parentPort?.postMessage(fields.map((observations) => estimate(observations, priorAnswers)));
