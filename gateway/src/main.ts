import { createLog, runAlone, supervision } from '@piecework/base';
import { loadSettings } from '@piecework/config';
import { HOSTS, requireFreePorts } from '@piecework/http/server';
import { createEnding, openBus } from '@piecework/service-runtime/run';
import { gatewayPorts, startGateway } from './start';

await runAlone(async () => {
  const whyNotReady = supervision.whyNotOpen();
  const settings = loadSettings(process.env, 'gateway');
  const log = createLog('gateway', settings.logLevel);
  const { failed, onDead } = createEnding(log);
  await requireFreePorts(gatewayPorts(settings), HOSTS[settings.listen]);
  const bus = await openBus(settings, log, onDead);
  try {
    const gateway = await startGateway({ settings, bus, port: settings.port + 80, whyNotReady, log });
    log.info({ port: gateway.port }, 'gateway is ready');
    return {
      stop: async () => {
        await gateway.stop();
        await bus.close();
      },
      failed,
    };
  } catch (error) {
    await bus.close();
    throw error;
  }
});
