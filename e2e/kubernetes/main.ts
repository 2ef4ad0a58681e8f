import { parseArgs } from 'node:util'
import { takeDown } from '@jobboard/kubernetes/cluster/down'
import { addressOf, deploy, readSecrets } from '@jobboard/kubernetes/cluster/job-board'
import { bringUp } from '@jobboard/kubernetes/cluster/up'
import { prepare } from '@jobboard/kubernetes/prepare/prepare'
import { say, until } from '@jobboard/kubernetes/run'
import { HOST_ADDRESS } from '@jobboard/kubernetes/settings'
import { client } from '@jobboard/testkit/client'
import { retrying } from '@jobboard/testkit/retrying-client'
import { measure } from '../compose-faults/measure.ts'
import { allReady, CURRENT, disturbances } from './disturbances.ts'

const USAGE = `npm run do -- test:kubernetes [--prepare] [--only TEXT] [--keep] [--down]
Runs the Helm chart on a Kubernetes of two nodes on this machine, as root: puts load on it, upgrades it to the release before and back, drains
and kills nodes, and prints what was lost, doubled or failed.

  --prepare     first build Kubernetes and Helm from the Go module proxy, and the images (about 20 minutes on two free cores, 10 GB)
  --only TEXT   only what has TEXT in its name
  --keep        leave the cluster running: kubectl and helm are in the bin folder of KUBERNETES_WORK
  --down        end a cluster that was kept, and nothing else

KUBERNETES_WORK is the folder of programs, images and state (default: ~/.cache/jobboard-kubernetes). Exit code 1: something was lost or doubled, or
a call failed where none may. docs/guides/operators/kubernetes.md says what this does not show.`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    prepare: { type: 'boolean' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean' },
    down: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
} else if (values.down) {
  await takeDown()
} else {
  await prepare(values.prepare === true)
  try {
    await bringUp()
    process.exitCode = (await run()) ? 0 : 1
  } finally {
    if (!values.keep) await takeDown()
  }
}

async function run(): Promise<boolean> {
  say('installing the chart')
  await deploy(CURRENT)
  await allReady()
  const publicUrl = `http://${await addressOf('jobboard-gateway')}`
  const adminUrl = `http://${await addressOf('jobboard-gateway-internal')}:8081`
  await until('a gateway that reaches every service', 120, async () => {
    const response = await fetch(`${publicUrl}/healthz/ready`).catch(() => undefined)
    return response?.ok === true && ((await response.json()) as { status: string }).status === 'ready'
  })
  say(`the chart is installed: ${publicUrl}`)
  const operators = {
    admin: retrying(client(adminUrl, { authorization: `Bearer ${readSecrets().ADMIN_TOKEN}` })),
    api: (key: string) => client(publicUrl, { authorization: `Bearer ${key}` }),
  }
  const chosen = disturbances.filter(({ name }) => name.includes(values.only))
  return measure(operators, HOST_ADDRESS, chosen)
}
