import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../src/settings.ts'

// Each costs every process memory and start-up time: 13 MB by an import of node:http, 19 MB by nodemailer.
test('no service loads the undici of Node, nor nodemailer where no mail is sent', () => {
  const services = globSync('services/*/src/{service,gateway,portal}.ts', { cwd: root })
  expect(services).toHaveLength(8)
  const code = `
    for (const file of ${JSON.stringify([...services, 'packages/service/src/runtime/start.ts'])}) await import('./' + file)
    const { createRequire } = await import('node:module')
    const loaded = [...process.moduleLoadList, ...Object.keys(createRequire(import.meta.url).cache)]
    console.log(loaded.filter((name) => /internal.*undici|nodemailer/.test(name)).join())`
  const args = ['--input-type=module', '--eval', code]
  expect(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })).toBe('\n')
})
