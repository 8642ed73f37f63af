SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#calls",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  // Nothing may ask another host.
  validatorUrl: null,
});
