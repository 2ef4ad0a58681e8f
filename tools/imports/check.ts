import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { undeclaredImports } from './declared.ts'

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

if (import.meta.main) await main()
