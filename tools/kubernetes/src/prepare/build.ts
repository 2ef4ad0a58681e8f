import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, say } from '../run.ts'
import { bin, COREDNS, HELM, KUBERNETES, work } from '../settings.ts'

const components = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
  'kubectl',
]
export const programs = ['helm', ...components, 'coredns']

const env = { GOWORK: 'off', CGO_ENABLED: '0', GOFLAGS: '-mod=mod -trimpath -buildvcs=false' }
const go = (args: string[], more: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  run('nice', ['-n', '10', 'go', ...args], { timeoutMs: 3_600_000, ...more, env: { ...env, ...more.env } })

/** Builds what is not there from the Go module proxy: Go's own checksums say that it is what others got. */
export async function buildPrograms(): Promise<void> {
  mkdirSync(bin, { recursive: true })
  const isMissing = (name: string) => !existsSync(join(bin, name))
  if (isMissing('helm')) {
    say('building helm')
    const flags = `-s -w -X helm.sh/helm/v3/internal/version.version=${HELM} -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor=1 -X helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor=34`
    go(['install', '-ldflags', flags, `helm.sh/helm/v3/cmd/helm@${HELM}`], {
      cwd: work,
      env: { GOBIN: bin, GOFLAGS: '-trimpath -buildvcs=false' },
    })
  }
  for (const name of components.filter(isMissing)) {
    say(`building ${name}`)
    const version = 'k8s.io/component-base/version'
    const flags = `-s -w -X ${version}.gitVersion=${KUBERNETES} -X ${version}.gitMajor=1 -X ${version}.gitMinor=34`
    go(['build', '-ldflags', flags, '-o', join(bin, name), `./cmd/${name}`], { cwd: kubernetesSource() })
  }
  if (isMissing('coredns')) {
    say('building coredns')
    go(['build', '-ldflags', '-s -w', '-o', join(bin, 'coredns'), '.'], { cwd: corednsSource() })
  }
}

/** A copy of the module that can be built: its replaced modules are not in it, but published under the same minor version. */
function kubernetesSource(): string {
  const folder = join(work, 'src')
  if (existsSync(folder)) return folder
  const { Dir } = JSON.parse(
    go(['mod', 'download', '-json', `k8s.io/kubernetes@${KUBERNETES}`], { cwd: work }),
  ) as { Dir: string }
  cpSync(Dir, `${folder}.new`, { recursive: true })
  run('chmod', ['-R', 'u+w', `${folder}.new`])
  const file = join(`${folder}.new`, 'go.mod')
  const published = KUBERNETES.replace(/^v1\./, 'v0.')
  const text = readFileSync(file, 'utf8').replace(
    /^(\s+(\S+) => )\.\/staging\/src\/\S+$/gm,
    `$1$2 ${published}`,
  )
  writeFileSync(file, text)
  run('mv', [`${folder}.new`, folder])
  return folder
}

/** CoreDNS with the plugins that a cluster needs. */
function corednsSource(): string {
  const folder = join(work, 'coredns')
  mkdirSync(folder, { recursive: true })
  const plugins = ['health', 'ready', 'errors', 'cache', 'kubernetes']
  const imports = plugins.map((name) => `\t_ "github.com/coredns/coredns/plugin/${name}"`)
  const names = plugins.map((name) => `"${name}"`).join(', ')
  writeFileSync(
    join(folder, 'main.go'),
    `package main

import (
\t"github.com/coredns/coredns/core/dnsserver"
\t"github.com/coredns/coredns/coremain"
${imports.join('\n')}
)

func main() {
\tdnsserver.Directives = []string{${names}}
\tcoremain.Run()
}
`,
  )
  if (!existsSync(join(folder, 'go.mod'))) go(['mod', 'init', 'coredns-of-a-test'], { cwd: folder })
  go(['get', `github.com/coredns/coredns@${COREDNS}`], { cwd: folder })
  return folder
}
