import { createLog, runAlone, supervision, systemClock } from '@piecework/base';
import { loadSettings } from '@piecework/config';
import { HOSTS, requireFreePorts } from '@piecework/http/server';
import { createEnding, openBus } from '@piecework/service-runtime/run';
import { gatewayPorts, startGateway } from './start';
import { createStartupReadiness } from './startup-readiness';

await runAlone(async () => {
  const whyNotOpen = supervision.whyNotOpen();
  const settings = loadSettings(process.env, 'gateway');
  const log = createLog('gateway', settings.logLevel);
  const { failed, onDead } = createEnding(log);
  await requireFreePorts(gatewayPorts(settings), HOSTS[settings.listen]);
  const bus = await openBus(settings, log, onDead);
  const readyAfter = createStartupReadiness(settings.readyAfter, { clock: systemClock });
  const whyNotReady = () => whyNotOpen() ?? readyAfter.whyNotReady();
  try {
    const gateway = await startGateway({ settings, bus, port: settings.port + 80, whyNotReady, log });
    log.info({ port: gateway.port }, 'gateway is ready');
    return {
      stop: async () => {
        readyAfter.stop();
        await gateway.stop();
        await bus.close();
      },
      failed,
    };
  } catch (error) {
    readyAfter.stop();
    await bus.close();
    throw error;
  }
});
