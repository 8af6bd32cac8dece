/** Shows the document with Swagger UI, which calls this very server when something is tried out. */
/** @type {{ SwaggerUIBundle: (options: object) => unknown }} */
const { SwaggerUIBundle } = globalThis;

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  tryItOutEnabled: true,
  // Nobody else is told what is documented here.
  validatorUrl: null,
});
