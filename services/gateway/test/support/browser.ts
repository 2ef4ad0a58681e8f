import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { eventually } from '@jobboard/testkit/eventually'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]

/** A page in a real browser. */
export interface Page {
  /** Every address that the page asked for. */
  asked: string[]
  /** What the page complained about: errors, refused by the Content-Security-Policy, and so on. */
  complaints: string[]
  open(url: string, size?: { width: number; height: number }): Promise<void>
  /** Runs an expression in the page and answers its JSON value. */
  run<T>(expression: string): Promise<T>
  /** A PNG of what is to be seen. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** Path of a Chromium on this machine, if there is one. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts it with a profile of its own and speaks its debugging protocol. */
export async function startBrowser(program: string): Promise<Page> {
  const profile = mkdtempSync(join(tmpdir(), 'jobboard-browser-'))
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore' })
  const portFile = join(profile, 'DevToolsActivePort')
  await eventually(
    'the browser listens',
    async () => existsSync(portFile) && readFileSync(portFile, 'utf8') !== '',
  )
  const port = readFileSync(portFile, 'utf8').split('\n')[0]
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[]
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return speak(socket, child, profile)
}

interface Target {
  type: string
  webSocketDebuggerUrl: string
}
interface Message {
  id?: number
  method?: string
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of shapes
  params?: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  result?: any
  error?: { message: string }
}

async function speak(socket: WebSocket, child: ChildProcess, profile: string): Promise<Page> {
  const waiting = new Map<number, (message: Message) => void>()
  const asked: string[] = []
  const complaints: string[] = []
  let loaded = () => {}
  let count = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    const { method, params } = message
    if (method === 'Network.requestWillBeSent') asked.push(params.request.url)
    if (method === 'Log.entryAdded' && params.entry.level === 'error') complaints.push(params.entry.text)
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.exception?.description)
    if (method === 'Page.loadEventFired') loaded()
  })
  const call = async (method: string, params: Record<string, unknown> = {}) => {
    const id = ++count
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await answered
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await call(`${domain}.enable`)
  return {
    asked,
    complaints,
    async open(url, size = { width: 1280, height: 900 }) {
      const mobile = size.width < 600
      await call('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile })
      // By way of an empty page, or another fragment of the same one would not be loaded anew.
      for (const next of ['about:blank', url]) {
        const ready = new Promise<void>((resolve) => {
          loaded = resolve
        })
        await call('Page.navigate', { url: next })
        await ready
      }
    },
    async run(expression) {
      const { result, exceptionDetails } = await call('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    picture: async () => Buffer.from((await call('Page.captureScreenshot')).data, 'base64'),
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      socket.close()
      child.kill('SIGKILL')
      await gone
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
