import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import type { IModule } from 'dependency-cruiser'

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const MANIFESTS = ['{packages,services,tools}/*/package.json', 'e2e/package.json']
const TESTS = ['**/*.test.ts', '**/test/**', 'e2e/**']

/** One line per import of another workspace package that the package.json of the importer does not declare: what
 * services and packages run needs `dependencies`, tests and tools need either kind. */
export function undeclaredImports(baseDir: string, modules: readonly IModule[]): string[] {
  const manifests = new Map(
    globSync(MANIFESTS, { cwd: baseDir }).map((file): [string, Manifest] => {
      return [dirname(file), JSON.parse(readFileSync(join(baseDir, file), 'utf8'))]
    }),
  )
  const folderOf = (file: string) => [...manifests.keys()].find((folder) => file.startsWith(`${folder}/`))
  const breaches = modules.flatMap(({ source, dependencies }) => {
    const folder = folderOf(source)
    if (folder === undefined) return []
    const { name, dependencies: own = {}, devDependencies: forTests = {} } = manifests.get(folder)!
    const isShipped = !folder.startsWith('tools/') && !TESTS.some((glob) => matchesGlob(source, glob))
    return dependencies.flatMap(({ module, resolved }) => {
      const target = manifests.get(folderOf(resolved) ?? '')?.name ?? /^@jobboard\/[^/]+/.exec(module)?.[0]
      if (target === undefined || target === name || target in own) return []
      if (!isShipped && target in forTests) return []
      const kind = isShipped ? 'dependencies' : 'devDependencies'
      return [`imports-are-declared: ${source} -> ${target}, which ${folder}/package.json lacks in ${kind}`]
    })
  })
  return [...new Set(breaches)]
}
