export { createGateway, type Gateway } from './gateway';
export { type OpenApiDocument, type OpenApiOperation, openApiDocument } from './openapi/openapi';
export { gatewayPorts, startGateway } from './start';
export { type ServiceClient, ServiceUnavailableError } from './upstream/service-client';
