import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AUDITED_SERVICES, type AuditedService, type AuditReport, auditStores } from '@piecework/audit';
import { createLog, type Store, systemClock } from '@piecework/service-kit';
import { loadSettings, openBus, openStore } from '@piecework/service-kit/run';
import { runningOver } from '../data-lock';
import { UsageError } from '../options';
import { consumedEvents } from '../services';
import { answeringService } from './answering';
import { readCommand, runCommand } from './with-services';

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const print = ({ totals, violations, documents, onTheirWay }: AuditReport) => {
  console.log(`Read ${documents} documents.`);
  for (const [what, coins] of Object.entries(totals.coins))
    console.log(`  ${what.padEnd(28)} ${String(coins).padStart(12)} coins`);
  console.log(`  ${'paid in'.padEnd(28)} ${dollars(totals.centsIn).padStart(12)}`);
  console.log(`  ${'paid out'.padEnd(28)} ${dollars(totals.centsOut).padStart(12)}`);
  console.log(`  ${'all balances, if paid out'.padEnd(28)} ${dollars(totals.centsOwed).padStart(12)}`);
  for (const { invariant, subject, detail } of violations)
    console.error(`✗ ${invariant}: ${subject} (${detail})`);
  if (onTheirWay > 0)
    console.log(
      `${onTheirWay} events were on their way when it stopped; the next start handles them. Run this again then: what they bring about could not be checked.`,
    );
  console.log(violations.length === 0 ? 'Clean: every invariant holds.' : `${violations.length} broken.`);
};

/** `npm run audit`: checks every invariant of the coins on a store at rest or live. Exit code 1 and the exact accounts when one is broken. */
void runCommand(async () => {
  const { dataDir } = readCommand();
  const files = ['events', ...AUDITED_SERVICES].map((name) => join(dataDir, `${name}.sqlite`));
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new UsageError(
      `There is no ${missing}: run npm start first, or name another folder with --data DIR.`,
    );
  const settings = loadSettings({ ...process.env, DATA_DIR: dataDir });
  const bus = await openBus(settings, createLog('audit', 'error'));
  const stores = Object.fromEntries(
    await Promise.all(AUDITED_SERVICES.map(async (service) => [service, await openStore(settings, service)])),
  ) as Record<AuditedService, Store>;
  try {
    const isLive = runningOver(dataDir) !== null || (await answeringService(settings)) !== null;
    const lag = async (service: AuditedService) =>
      Object.values(await bus.lag(service)).reduce((sum, behind) => sum + (behind ?? 0), 0);
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
    await Promise.all(Object.values(stores).map((store) => store.close()));
    await bus.close();
  }
});
