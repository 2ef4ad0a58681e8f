import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readChangelog, readGuides } from '@jobboard/api-reference/guides/read-guides'
import { registerGuides } from '@jobboard/api-reference/guides/register-guides'
import { registerApiReference } from '@jobboard/api-reference/register-api-reference'
import { withCodeSamples } from '@jobboard/contracts/openapi/code-samples'
import { datedExamples } from '@jobboard/contracts/openapi/dated-examples'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import type { FastifyInstance } from 'fastify'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const guidesFolder = join(root, 'docs', 'guides')

/** Registers what developers read on the public port, and what operators read on theirs: `/docs`, `/openapi.json`,
 * `/docs/guides`, `/docs/changelog` and `/llms.txt` (D-65). */
export function addDocs(publicPort: FastifyInstance, adminPort: FastifyInstance): void {
  const ports = [
    { app: publicPort, plane: 'public', folder: guidesFolder },
    { app: adminPort, plane: 'admin', folder: join(guidesFolder, 'operators') },
  ] as const
  for (const { app, plane, folder } of ports) {
    const document = printOpenApi(plane)
    // As text: the document as objects would take several times the memory for as long as the gateway runs.
    const printed = JSON.stringify(document)
    const documentAt = (now: Date) =>
      withCodeSamples(datedExamples(JSON.parse(printed), now), plane === 'public')
    const guides = readGuides(folder)
    guides.push(...readChangelog(join(root, 'CHANGELOG.md'), guides))
    registerApiReference(app, { document, documentAt, guides })
    registerGuides(app, { document, guides })
  }
}
