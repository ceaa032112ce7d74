import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSettings } from '@piecework/config/testing';
import { openBus } from '@piecework/service-runtime/run';
import { startStack } from '@piecework/stack';
import { freeBasePort } from '../support/ports';

jest.mock('@piecework/service-runtime/run', () => {
  const actual = jest.requireActual('@piecework/service-runtime/run');
  return { ...actual, openBus: jest.fn(actual.openBus) };
});

it('`failed` of a stack resolves when its event consumer cannot recover', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'piecework-stack-'));
  const settings = testSettings({ DATA_DIR: dir, PORT: String(await freeBasePort()) });
  const stack = await startStack(settings);
  try {
    const onDead = jest.mocked(openBus).mock.calls[0]?.[2];
    const reason = new Error('the consumer is broken');
    onDead?.(reason);
    const none = new Promise((resolve) => setImmediate(resolve, 'nothing'));
    expect(await Promise.race([stack.failed, none])).toBe(reason);
  } finally {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
