import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ClientPackage, registerClients } from '@jobboard/api-reference/clients/register-clients'
import { readChangelog, readGuides } from '@jobboard/api-reference/guides/read-guides'
import { registerGuides } from '@jobboard/api-reference/guides/register-guides'
import { registerApiReference } from '@jobboard/api-reference/register-api-reference'
import { runProgram } from '@jobboard/api-reference/static-file'
import { clientFiles, withCodeSamples } from '@jobboard/contracts/openapi/code-samples'
import { type PrintedPlane, printOpenApi } from '@jobboard/contracts/openapi/document'
import { datedExamples } from '@jobboard/contracts/openapi/examples'
import type { FastifyInstance } from 'fastify'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const guidesFolder = join(root, 'docs', 'guides')

const clients = [
  '- [Clients with their checksums](/sdk): served by this installation; they are in no package registry. `$API` is the origin of this file.',
  `- TypeScript SDK: \`npm install "$API/sdk/${clientFiles.typescript}"\``,
  `- Python client: \`pip install "$API/sdk/${clientFiles.python}"\``,
  `- MCP server for assistants: \`npx -y "$API/sdk/${clientFiles.mcp}"\``,
]

// As text: the document as objects would take several times the memory for as long as the gateway runs.
const printedPlanes = new Map<PrintedPlane, string>()

/** The document of a plane, printed once per process: the contracts do not change, and it takes 0.1 s of CPU time. */
function printedOf(plane: PrintedPlane): string {
  const printed = printedPlanes.get(plane) ?? JSON.stringify(printOpenApi(plane))
  printedPlanes.set(plane, printed)
  return printed
}

/** Registers what developers read on the public port, and what operators read on theirs: `/docs`, `/openapi.json`,
 * `/docs/guides`, `/docs/changelog` and `/llms.txt` (D-65); on the public port also the clients, at `/sdk`. */
export function addDocs(publicPort: FastifyInstance, adminPort: FastifyInstance): void {
  const ports = [
    { app: publicPort, plane: 'public', folder: guidesFolder },
    { app: adminPort, plane: 'admin', folder: join(guidesFolder, 'operators') },
  ] as const
  for (const { app, plane, folder } of ports) {
    const printed = printedOf(plane)
    const document = JSON.parse(printed)
    const documentAt = (now: Date) =>
      withCodeSamples(datedExamples(JSON.parse(printed), now), plane === 'public')
    const guides = readGuides(folder)
    guides.push(...readChangelog(join(root, 'CHANGELOG.md'), guides))
    registerApiReference(app, { document, documentAt, guides })
    registerGuides(app, { document, guides, clients: plane === 'public' ? clients : [] })
  }
  registerClients(publicPort, readClientPackages)
}

// In an image, whose build has made them.
const built = join(root, 'clients', 'dist')
// In a checkout: a process of its own makes them from the sources as they are.
const program = pathToFileURL(join(root, 'tools', 'client-packages', 'src', 'main.ts')).href

/** The packages of the clients of this release. */
async function readClientPackages(): Promise<ClientPackage[]> {
  const index = join(built, 'index.json')
  if (!existsSync(index)) {
    const packages: (ClientPackage & { bytes: string })[] = JSON.parse((await runProgram(program)).toString())
    return packages.map((one) => ({ ...one, bytes: Buffer.from(one.bytes, 'base64') }))
  }
  const packages: Omit<ClientPackage, 'bytes'>[] = JSON.parse(await readFile(index, 'utf8'))
  return Promise.all(packages.map(async (one) => ({ ...one, bytes: await readFile(join(built, one.file)) })))
}
