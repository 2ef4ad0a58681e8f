import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGuides } from '@jobboard/api-reference/guides/read-guides'
import { registerGuides } from '@jobboard/api-reference/guides/register-guides'
import { registerApiReference } from '@jobboard/api-reference/register-api-reference'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import type { FastifyInstance } from 'fastify'

const guidesFolder = fileURLToPath(new URL('../../../docs/guides/', import.meta.url))

/** Registers what developers read on the public port, and what operators read on theirs: `/docs`, `/openapi.json`,
 * `/docs/guides` and `/llms.txt` (D-65). */
export function addDocs(publicPort: FastifyInstance, adminPort: FastifyInstance): void {
  const ports = [
    { app: publicPort, plane: 'public', folder: guidesFolder },
    { app: adminPort, plane: 'admin', folder: join(guidesFolder, 'operators') },
  ] as const
  for (const { app, plane, folder } of ports) {
    const document = printOpenApi(plane)
    registerApiReference(app, { document })
    registerGuides(app, { document, guides: readGuides(folder) })
  }
}
