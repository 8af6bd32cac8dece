/** Shows the document with Swagger UI, which calls this server for "Try it out". */
/** @type {{ SwaggerUIBundle: (options: object) => unknown }} */
const { SwaggerUIBundle } = globalThis;

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  tryItOutEnabled: true,
  // Nothing is sent to an external validator.
  validatorUrl: null,
});
