import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { lendFile } from './lend.ts'
import { readSettings } from './settings.ts'

const help = `npm run dev -- SERVICE: runs one service of a running npm start in this terminal, with the debugger on. A saved file restarts it.

  npm start                     in another terminal, first
  npm run dev -- jobs           npm start stops its own jobs; this one takes its address, database and settings. Its log comes here.
  node inspect 127.0.0.1:9229   the debugger: or chrome://inspect, or "attach" of an editor. The port is printed at the start.

Ctrl-C gives the service back: npm start runs its own again. So does every other end of this command.

  LOG_LEVEL=debug         more lines in the log
  INSPECT_PORT=9229       port of the debugger; another one when it is taken
  DATA_DIR=.jobboard      the folder of npm start

While a breakpoint holds the service, calls through the gateway are 503 after 15 s. With REPLICAS=2 this one process runs in
the place of all replicas.
`

const log = (line: string) => void process.stderr.write(`${line}\n`)

async function main(service: string): Promise<void> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  const { port, token } = readStack()
  const { INSPECT_PORT = '', LOG_LEVEL = '' } = process.env
  const query = new URLSearchParams({ inspect: INSPECT_PORT, level: LOG_LEVEL })
  try {
    const sent = request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: `/${encodeURIComponent(service)}?${query}` },
      ...{ headers: { authorization: `Bearer ${token}` }, signal: stopping.signal },
    }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(await text(response))
    for await (const chunk of response) process.stdout.write(chunk)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    log(`${service} is run by npm start again.`)
  }
}

function readStack(): { port: number; token: string } {
  const { dataDir } = readSettings(process.env)
  try {
    return JSON.parse(readFileSync(lendFile(dataDir), 'utf8'))
  } catch {
    throw new Error(`No npm start runs with its data in ${dataDir}: start one in another terminal.`)
  }
}

const [service, ...rest] = process.argv.slice(2)
if (service === '--help' || service === '-h') process.stdout.write(help)
else if (service === undefined || service.startsWith('-') || rest.length > 0) {
  log(`npm run dev takes one service: npm run dev -- jobs.\n\n${help}`)
  process.exitCode = 2
} else {
  await main(service).catch((error: NodeJS.ErrnoException) => {
    log(error.code === 'ECONNREFUSED' ? 'npm start stopped.' : error.message)
    process.exitCode = 1
  })
}
