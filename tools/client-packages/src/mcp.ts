import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { type Files, readManifest, readText, root, text } from './files.ts'

const folder = 'packages/mcp'

/** The MCP server as a package that runs without any other: one module with its dependencies in it, and their
 * licences beside it. */
export async function packMcp(): Promise<Files> {
  const bundle = await rolldown({
    input: join(root, folder, 'src/main.ts'),
    cwd: root,
    platform: 'node',
    transform: { target: 'node20' },
    tsconfig: false,
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  const [chunk, ...more] = output
  if (more.length > 0)
    throw new Error(`the bundle has more than one file: ${more.map((one) => one.fileName)}`)
  const manifest = { ...readManifest(folder), type: 'module', bin: { 'jobboard-mcp': 'dist/main.js' } }
  return new Map([
    ['package.json', text(`${JSON.stringify({ ...manifest, files: ['dist'] }, null, 2)}\n`)],
    ['README.md', text(readText(`${folder}/README.md`))],
    ['LICENSE', text(readText('packages/sdk/LICENSE'))],
    ['THIRD_PARTY_LICENSES', text(licences(chunk.moduleIds))],
    ['dist/main.js', { ...text(chunk.code), executable: true }],
  ])
}

/** The licences of the packages that these modules belong to, each with its text. */
function licences(modules: readonly string[]): string {
  const marker = `${sep}node_modules${sep}`
  const folders = new Set(modules.filter((id) => id.includes(marker)).map(packageFolder))
  const entries = [...folders].map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const file = readdirSync(path).find((one) => /^licen[cs]e/i.test(one))
    const content = file ? readFileSync(join(path, file), 'utf8').trim() : `Licence: ${license}`
    return `${name} ${version}\n\n${content}\n`
  })
  return entries.sort().join(`\n${'-'.repeat(80)}\n\n`)
}

/** The nearest folder above a module whose manifest names a package. */
function packageFolder(module: string): string {
  for (let path = dirname(module.replace(/^\0/, '').replace(/\?.*$/, '')); ; path = dirname(path)) {
    const manifest = join(path, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return path
    if (path === dirname(path)) throw new Error(`${module} belongs to no package`)
  }
}
