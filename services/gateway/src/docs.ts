import { fileURLToPath } from 'node:url'
import { readGuides } from '@jobboard/api-reference/guides/read-guides'
import { registerGuides } from '@jobboard/api-reference/guides/register-guides'
import { registerApiReference } from '@jobboard/api-reference/register-api-reference'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import type { FastifyInstance } from 'fastify'

const guidesFolder = fileURLToPath(new URL('../../../docs/guides/', import.meta.url))

/** Registers what developers read on the public port: `/docs`, `/openapi.json`, `/docs/guides` and `/llms.txt` (D-65). */
export function addDocs(publicPort: FastifyInstance): void {
  const publicDocument = printOpenApi()
  registerApiReference(publicPort, { document: publicDocument })
  registerGuides(publicPort, { document: publicDocument, guides: readGuides(guidesFolder) })
}
