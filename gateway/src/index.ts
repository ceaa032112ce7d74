export { createGateway, type Gateway } from './gateway';
export { type OpenApiDocument, type OpenApiOperation, openApiDocument } from './openapi';
export { type ServiceClient, ServiceUnavailableError } from './service-client';
export { gatewayPorts, startGateway } from './start';
