import { parseArgs } from 'node:util'
import { openProject } from './engine.ts'
import { composeFaults } from './faults.ts'
import { measure } from './measure.ts'
import { hostAddress, startStack } from './prepare.ts'

const USAGE = `npm run do -- compose:faults --project NAME [--only TEXT] [--hold SECONDS]
Starts the Compose project NAME with each service twice (JOBS_REPLICAS and the like change that), and under load
kills containers, cuts networks, scales, upgrades, and deletes the volumes of NATS and Meilisearch. Prints what was lost, doubled or failed. The project is left running; never use one with
data that matters. Exit code 1: something was lost or doubled, or a call failed during scaling or an upgrade.`

const { values } = parseArgs({
  options: {
    project: { type: 'string' },
    only: { type: 'string', default: '' },
    hold: { type: 'string', default: '5' },
  },
})
if (!values.project) {
  console.error(USAGE)
  process.exit(2)
}

const project = openProject(values.project)
const operators = await startStack(project)
const holdMs = Number(values.hold) * 1_000
const faults = composeFaults.filter(({ name }) => name.includes(values.only))
const disturbances = faults.map((fault) => ({ ...fault, inject: () => fault.inject(project, holdMs) }))
process.exitCode = (await measure(operators, await hostAddress(project), disturbances)) ? 0 : 1
