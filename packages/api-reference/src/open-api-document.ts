/** What this package reads of an OpenAPI 3.1 document. */
export interface OpenApiDocument {
  info: { title: string; summary?: string; description: string }
  components: { securitySchemes?: object }
}
