import engines from './jest.engines.config.mjs';

/** The stack of docker-compose.yml, built and started as operators do: `npm test -- --only=compose`. */
export default { ...engines, displayName: 'compose', testMatch: ['**/*.compose.test.ts'] };
