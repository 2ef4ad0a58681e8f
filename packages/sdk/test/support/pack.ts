import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

const root = join(import.meta.dirname, '../../../..')
/** A project outside of the repository whose only dependency is the packed package. */
export interface Project {
  dir: string
  /** Compiles the TypeScript files of the project once, strictly and with all declaration files. */
  compile(): Promise<string>
  remove(): Promise<void>
}

/** Makes the package as the gateway serves it, and installs it. */
export async function createProject(files: Record<string, string>): Promise<Project> {
  const dir = await mkdtemp(`${tmpdir()}/jobboard sdk-`)
  await run(process.execPath, [join(root, 'tools/client-packages/src/main.ts'), dir], { cwd: dir })
  const tarball = (await readdir(dir)).find((name) => name.startsWith('jobboard-sdk-'))!

  const project = join(dir, 'project')
  await mkdir(project)
  const write = (name: string, text: string) => writeFile(join(project, name), text)
  await write('package.json', JSON.stringify({ private: true, type: 'module' }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', join('..', tarball)], {
    cwd: project,
  })
  for (const [name, text] of Object.entries(files)) await write(name, text)
  const types = join(project, 'node_modules/@types')
  await mkdir(types)
  await symlink(join(root, 'node_modules/@types/node'), join(types, 'node'))
  await symlink(join(root, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'))
  const options = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    types: ['node'],
  }
  await write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, outDir: 'out' } }))
  let compiled: Promise<string> | undefined
  return {
    dir: project,
    compile() {
      compiled ??= run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: project })
      return compiled
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
