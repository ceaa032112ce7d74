import { describeWithDocker } from '@piecework/base/testing/docker';
import { openTestDatabase } from '@piecework/store/testing';
import { startMongoContainer } from '@piecework/store/testing/mongo';
import { runSeed } from './run-seed';

const STEPS = 30;

describeWithDocker('the simulation on MongoDB', () => {
  let stop: () => Promise<void>;
  const given = process.env.TEST_MONGODB_URI;

  beforeAll(async () => {
    const mongo = await startMongoContainer();
    stop = mongo.stop;
    process.env.TEST_MONGODB_URI = mongo.uri;
  }, 120_000);
  afterAll(async () => {
    if (given === undefined) delete process.env.TEST_MONGODB_URI;
    else process.env.TEST_MONGODB_URI = given;
    await stop?.();
  });

  test('finds no violation', async () => {
    const steps = Array.from({ length: STEPS }, (_, index) => index + 1);
    const result = await runSeed(7, steps, openTestDatabase);
    expect(result.failure).toBeNull();
    expect(result.events).toBeGreaterThan(20);
  }, 240_000);
});
