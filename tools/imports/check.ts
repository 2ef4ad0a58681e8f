import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, matchesGlob } from 'node:path'
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IFlattenedRuleSet,
  type IModule,
} from 'dependency-cruiser'

const { forbidden, options } = createRequire(import.meta.url)('./rules.cjs') as {
  forbidden: IFlattenedRuleSet['forbidden']
  options: ICruiseOptions
}

const FOLDERS = ['packages', 'services', 'tools', 'e2e']

/** The names of all rules. */
export function rules(): string[] {
  return (forbidden ?? []).map((rule) => String(rule.name))
}

/** Result of one check: the modules and imports read, and one line per breach. */
export interface ImportCheck {
  modules: number
  imports: number
  breaches: string[]
}

/** Checks the import rules over these folders below `baseDir`, and that each imported workspace package is declared. */
export async function checkImports(baseDir: string, folders: string[]): Promise<ImportCheck> {
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet: { forbidden } })
  const { summary, modules } = output as ICruiseResult
  return {
    modules: modules.filter((module) => /\.ts$/.test(module.source)).length,
    imports: summary.totalDependenciesCruised ?? 0,
    breaches: [
      ...summary.violations.map((found) => `${found.rule.name}: ${found.from} -> ${found.to}`),
      ...undeclaredImports(baseDir, modules),
    ],
  }
}

async function main(): Promise<void> {
  const { modules, imports, breaches } = await checkImports(process.cwd(), FOLDERS)
  const tracked = spawnSync('git', ['ls-files', ...FOLDERS.map((folder) => `${folder}/*.ts`)], {
    encoding: 'utf8',
  })
  const files = tracked.stdout.split('\n').filter(Boolean).length
  for (const breach of breaches) console.error(breach)
  console.log(`${modules} modules and ${imports} imports checked, ${breaches.length} breaches`)
  // A checker that cannot parse the files reports no breach either.
  if (modules < files * 0.9 || imports < files) {
    console.error(`Only ${modules} of ${files} files were read, so the import rules were not checked.`)
    process.exitCode = 1
  }
  if (breaches.length > 0) process.exitCode = 1
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const MANIFESTS = ['{packages,services,tools}/*/package.json', 'e2e/package.json']
const TESTS = ['**/*.test.ts', '**/test/**', 'e2e/**']

/** One line per import of another workspace package that the package.json of the importer does not declare: what
 * services and packages run needs `dependencies`, tests and tools need either kind. */
function undeclaredImports(baseDir: string, modules: readonly IModule[]): string[] {
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

if (import.meta.main) await main()
