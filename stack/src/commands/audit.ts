import { AUDITED_SERVICES, type AuditedService, type AuditReport, auditStores } from '@piecework/audit';
import { createLog, systemClock } from '@piecework/base';
import { openBus, openStore } from '@piecework/service-runtime/run';
import type { Store } from '@piecework/store';
import { consumedEvents } from '../services';
import { findInstallation } from './installation';
import { readCommand, runCommand } from './with-services';

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const print = ({ totals, violations, documents, pendingEvents }: AuditReport) => {
  console.log(`Read ${documents} documents.`);
  for (const [what, coins] of Object.entries(totals.coins))
    console.log(`  ${what.padEnd(28)} ${String(coins).padStart(12)} coins`);
  console.log(`  ${'paid in'.padEnd(28)} ${dollars(totals.centsIn).padStart(12)}`);
  console.log(`  ${'paid out'.padEnd(28)} ${dollars(totals.centsOut).padStart(12)}`);
  console.log(`  ${'all balances, if paid out'.padEnd(28)} ${dollars(totals.centsOwed).padStart(12)}`);
  for (const { invariant, subject, detail } of violations) console.error(`✗ ${invariant}: ${subject} (${detail})`);
  if (pendingEvents > 0)
    console.log(
      `${pendingEvents} events were pending when it stopped; their effects could not be checked. The next start handles them: run this command again after it.`,
    );
  console.log(violations.length === 0 ? 'Clean: every invariant holds.' : `${violations.length} broken.`);
};

/** `npm run audit`: checks every invariant of the coins on a store at rest or live. Exit code 1 and the exact accounts when one is violated. */
void runCommand(async () => {
  const { dataDir } = readCommand();
  const { settings, holder, isRunning } = await findInstallation(dataDir, AUDITED_SERVICES);
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.push(part);
    return part;
  };
  try {
    const bus = keep(await openBus(settings, createLog('audit', 'error')));
    const stores = {} as Record<AuditedService, Store>;
    for (const service of AUDITED_SERVICES) stores[service] = keep(await openStore(settings, service));
    const lag = async (service: AuditedService) =>
      Object.values(await bus.lag(service)).reduce((sum, behind) => sum + (behind ?? 0), 0);
    const isLive = holder !== null || isRunning;
    const report = await auditStores({
      stores,
      bus,
      consumed: consumedEvents(),
      clock: systemClock,
      ...(!isLive && { lagAtRest: lag }),
    });
    print(report);
    return report.violations.length === 0 ? 0 : 1;
  } finally {
    for (const part of opened) await part.close();
  }
});
