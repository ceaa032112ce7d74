import engines from './jest.engines.config.mjs';

/** Builds and starts the stack of docker-compose.yml as operators do: `npm test -- --only=compose`. */
export default { ...engines, displayName: 'compose', testMatch: ['**/*.compose.test.ts'] };
