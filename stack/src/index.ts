export { createInternalClient, type InternalClient } from './internal-client';
export { consumedEvents, SERVICE_MODULES } from './services';
export { type Stack, startStack } from './stack';
