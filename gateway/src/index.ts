export { createGateway, type Gateway, type GatewayDeps } from './gateway';
export { type OpenApiDocument, type OpenApiOperation, openApiDocument } from './openapi';
export { type ServiceClient, ServiceUnavailableError } from './service-client';
export { type RunningGateway, startGateway } from './start';
