export { createOpenApiHandler, type OpenApiHandler } from './open-api-handler.js';
