import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '@jobboard/stack/settings'
import { run } from './run.ts'

/** Folder of the Python programs and their pinned requirements. */
export const pythonFolder = fileURLToPath(new URL('../python/', import.meta.url))

/** The `bin` folder of a virtual environment with requirements.txt, made at the first use of each version of it. */
export async function pythonPrograms(): Promise<string> {
  const requirements = join(pythonFolder, 'requirements.txt')
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const folder = join(root, 'node_modules', '.cache', `python-${version}`)
  if (!existsSync(join(folder, 'complete'))) {
    rmSync(folder, { recursive: true, force: true })
    await run({ program: 'python3', args: ['-m', 'venv', folder] })
    const pip = join(folder, 'bin', 'pip')
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-input']
    await run({ program: pip, args: ['install', ...quiet, '--requirement', requirements] })
    await run({ program: 'touch', args: [join(folder, 'complete')] })
  }
  return join(folder, 'bin')
}
