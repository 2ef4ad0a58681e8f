import { type Demo, readDemo } from '@jobboard/jobboard/demo/demo-file'
import { readSettings } from '@jobboard/stack/settings'

/** The demo data of the stack that `npm start` runs here. Throws a sentence when it does not run, or not on this
 * machine: the checks create, change and delete. */
export async function runningStack(): Promise<Demo> {
  const { dataDir } = readSettings(process.env)
  const demo = readDemo(dataDir)
  if (!demo) throw new Error(`${dataDir} has no demo.json: start the stack first with \`npm start\``)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(demo.baseUrl).hostname)) {
    throw new Error(`${demo.baseUrl} is not on this machine`)
  }
  const ready = await fetch(`${demo.baseUrl}/healthz/ready`).catch(() => undefined)
  if (!ready?.ok) throw new Error(`${demo.baseUrl} is not ready: start the stack first with \`npm start\``)
  return demo
}
