import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../src/settings.ts'

const script = join(root, 'deploy/image-tree.sh')
const manifests = globSync('{package.json,package-lock.json,{packages,services,tools}/*/package.json}', {
  cwd: root,
})
/** What a service imports only when it needs it. */
const LATER: Readonly<Record<string, string[]>> = {
  gateway: ['./packages/api-reference/src/print-scalar-bundle.ts'],
  pipeline: ['openai'],
}

function run(cwd: string, command: string, ...args: string[]) {
  const { PATH, HOME } = process.env
  const env = {
    PATH: `${dirname(process.execPath)}:${PATH}`,
    HOME,
    PORT: 'none',
    npm_config_prefer_offline: 'true',
  }
  return spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1_048_576 })
}

// The two that import something later; that each package declares what it imports is checked of all (imports).
test.each(['gateway', 'pipeline'])(
  '%s: everything that it imports is in the tree of its image, and no package of others',
  (service) => {
    const app = mkdtempSync(join(tmpdir(), 'jobboard-image-'))
    onTestFinished(() => rmSync(app, { recursive: true, force: true }))
    for (const manifest of manifests) {
      mkdirSync(join(app, dirname(manifest)), { recursive: true })
      cpSync(join(root, manifest), join(app, manifest))
    }
    const installed = run(app, 'sh', script, 'install', service)
    expect(installed.status, installed.stderr).toBe(0)
    // The clients of the gateway, which a stage of its own makes.
    const source = service === 'gateway' ? checkoutWithClients() : root
    const filled = run(app, 'sh', script, 'fill', service, source)
    expect(filled.status, filled.stderr).toBe(0)

    const started = run(app, process.execPath, `services/${service}/src/main.ts`)
    expect(started.stderr + started.stdout).toContain('CALLER_SECRET: is not set')
    const later = [
      "import('./packages/process/src/tracing/otel.ts')",
      ...(LATER[service] ?? []).map((name) => `import('${name}')`),
    ]
    const imported = run(app, process.execPath, '-e', `await Promise.all([${later}])`)
    expect(imported.status, imported.stderr).toBe(0)

    expect(readdirSync(join(app, 'services'))).toEqual([service])
    expect(readdirSync(app)).not.toContain('tools')
    const linked = readdirSync(join(app, 'node_modules/@jobboard')).filter((name) => name !== service)
    expect(readdirSync(join(app, 'packages')).sort()).toEqual(linked.sort())
    expect(globSync('{node_modules,packages,services}/**/*{.d.ts,.map,.test.ts}', { cwd: app })).toEqual([])
  },
)

/** A folder with what the gateway takes from the checkout, and clients that stand in for those that a build makes. */
function checkoutWithClients(): string {
  const folder = mkdtempSync(join(tmpdir(), 'jobboard-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['packages', 'services/gateway', 'docs/guides', 'CHANGELOG.md'])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/node_modules|\/test$/.test(path),
    })
  mkdirSync(join(folder, 'clients/dist'), { recursive: true })
  return folder
}
