import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clientFiles, clientFolder, findPython } from './support/python.ts'
import { run } from './support/run.ts'

const python = findPython()
const noBytecode = { PYTHONDONTWRITEBYTECODE: '1' }

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'python client '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test.skipIf(!python?.hasAll)(
  'wrong keywords, fields and values are errors of mypy, right ones are none',
  async () => {
    const cwd = join(clientFolder, 'test/types')
    await run(python!.program, ['-m', 'unittest', 'test_types'], { cwd, env: noBytecode })
  },
)

test.skipIf(!python?.hasAll)(
  'an installation from the folder is typed and leaves no file in it',
  async () => {
    const before = clientFiles()
    const target = newFolder()
    const flags = ['--quiet', '--no-deps', '--no-build-isolation', '--no-compile', '--target', target]
    await run(python!.program, ['-m', 'pip', 'install', ...flags, clientFolder], {
      cwd: target,
      env: noBytecode,
    })
    expect(clientFiles()).toEqual(before)
    const script =
      'import jobboard, pathlib; print(pathlib.Path(jobboard.__file__).with_name("py.typed").exists(), jobboard.__file__)'
    const printed = await run(python!.program, ['-c', script], { cwd: target, env: noBytecode })
    expect(printed).toContain(`True ${target}`)
  },
)

test.skipIf(!python)('it works on every newer Python of this machine', async () => {
  const site = await run(
    python!.program,
    ['-c', 'import httpx, pathlib; print(pathlib.Path(httpx.__file__).parents[1])'],
    { cwd: clientFolder },
  )
  const versions = ['3.11', '3.12', '3.13', '3.14'].filter(
    (version) => spawnSync(`python${version}`, ['-c', '']).status === 0,
  )
  console.log(`Python of this machine: ${versions.join(', ')}`)
  for (const version of versions) {
    // What httpx needs is plain Python, for any version.
    const env = { ...noBytecode, PYTHONPATH: site.trim() }
    const args = ['-W', 'error::DeprecationWarning:jobboard', '-m', 'unittest', 'discover', '-s', 'test']
    await run(`python${version}`, args, { cwd: clientFolder, env })
  }
})
