import { isDeepStrictEqual } from 'node:util';
import { versionFault } from '@piecework/mf-config/contract-changes';
import { publicTypes } from '@piecework/mf-config/public-types';
import { contractOf, record, recorded } from '@piecework/mf-config/shell-contract';

/** Records the contract of the sources, or checks that it is recorded. */
export function contract({ isCheck }) {
  const current = contractOf(publicTypes());
  const records = recorded();
  // What was recorded before the last release of Piecework belongs to that release.
  const released = records.find(({ version, product }) => version !== current.version || product !== current.product);
  const fault = released && versionFault(released, current);
  if (fault) return fail(fault);

  const same = records.find(({ version }) => version === current.version);
  const next = { ...current, product: same?.product ?? current.product };
  if (isDeepStrictEqual(same, next)) return;
  if (isCheck) return fail(`packages/web-kit/contract/${next.version} is out of date: npm run contract.`);
  record(next);
  console.log(`Recorded packages/web-kit/contract/${next.version}.`);
}

function fail(reason) {
  console.error(reason);
  process.exitCode = 1;
}
