import { createLog } from '@piecework/service-kit';
import { supervision } from '@piecework/service-kit/program';
import { loadSettings, openBus, runAlone } from '@piecework/service-kit/run';
import { startGateway } from './start';

await runAlone(async () => {
  const whyNotReady = supervision.whyNotOpen();
  const settings = loadSettings();
  const log = createLog('gateway', settings.logLevel);
  const bus = await openBus(settings, log);
  try {
    const gateway = await startGateway({ settings, bus, port: settings.port + 80, whyNotReady, log });
    log.info({ port: gateway.port }, 'gateway is ready');
    return {
      stop: async () => {
        await gateway.stop();
        await bus.close();
      },
    };
  } catch (error) {
    await bus.close();
    throw error;
  }
});
