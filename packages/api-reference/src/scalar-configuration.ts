import type { ApiReferenceConfiguration } from '@scalar/fastify-api-reference'
import type { OpenApiDocument } from './open-api-document.ts'

/** Scalar's configuration: nothing leaves this origin, and a reload forgets the key that the reader typed. */
export function scalarConfiguration({ components }: OpenApiDocument): Partial<ApiReferenceConfiguration> {
  return {
    url: '/openapi.json',
    authentication: { preferredSecurityScheme: Object.keys(components.securitySchemes ?? {})[0] ?? null },
    persistAuth: false,
    telemetry: false,
    proxyUrl: '',
    withDefaultFonts: false,
    // They send the document or the request to scalar.com.
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'json',
    operationTitleSource: 'summary',
    // The document has samples for our own clients and curl.
    hiddenClients: true,
  }
}
