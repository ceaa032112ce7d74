import { createLog } from '@piecework/service-kit';
import { loadSettings, openBus, runProgram } from '@piecework/service-kit/run';
import { startGateway } from './start';

await runProgram(async () => {
  const settings = loadSettings();
  const log = createLog('gateway', settings.logLevel);
  const bus = await openBus(settings, log);
  try {
    const gateway = await startGateway({ settings, bus, port: settings.port + 80, log });
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
