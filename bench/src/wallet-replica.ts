import { createIds, silentLog, systemClock } from '@piecework/base';
import { loadSettings } from '@piecework/config';
import { openBus, openStore } from '@piecework/service-runtime/run';
import { createServiceRuntime } from '@piecework/service-runtime/runtime';
import { walletService } from '@piecework/wallet';
import { withDelay } from './delayed-store';

/** One of several processes of the wallet over one store. Sends a message when it consumes events. */
const settings = loadSettings(process.env, 'wallet');
const bus = await openBus(settings, silentLog);
const store = withDelay(await openStore(settings, 'wallet'), Number(process.env.TRANSACTION_DELAY_MS));
const ids = createIds();
const runtime = await createServiceRuntime(walletService, {
  ...{ settings, store, bus, ids, clock: systemClock, log: silentLog },
});
await runtime.start();
process.send?.('started');

process.on('disconnect', async () => {
  await runtime.stop();
  await bus.close();
  await store.close();
  process.exit();
});
