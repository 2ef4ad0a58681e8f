import openapiTypescript, { astToString } from 'openapi-typescript'
import type { Document, Operation } from './document.ts'

const FOLDER = 'packages/sdk/src/generated'
const HEAD = '// Printed from openapi/v1.json by `npm run openapi`: do not edit.\n'

/** The generated files of packages/sdk by path: the types of the operations, and how each is called. */
export async function printClientFiles(document: Document): Promise<Record<string, string>> {
  // openapi-typescript resolves references in place.
  const ast = await openapiTypescript(structuredClone(document) as never, { defaultNonNullable: false })
  return {
    [`${FOLDER}/v1.ts`]: `${HEAD}\n${astToString(ast)}`,
    [`${FOLDER}/routes.ts`]: printRoutes(document),
  }
}

function printRoutes(document: Document): string {
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => {
      const keyed = (operation.parameters ?? []).some(
        (parameter) => '$ref' in parameter && parameter.$ref.endsWith('/IdempotencyKey'),
      )
      const route = `method: '${method.toUpperCase()}', path: '${path}', acceptsIdempotencyKey: ${keyed}`
      return `  '${operation.operationId}': { ${route} },`
    }),
  )
  return `${HEAD}
/** How each operation is called. */
export const routes = {
${lines.join('\n')}
} as const
`
}
