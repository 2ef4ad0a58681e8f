import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { eventually } from './eventually.ts'

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

/** One page of a headless Chromium. */
export interface Page {
  /** The URLs of all requests of the page. */
  requestedUrls: string[]
  /** Uncaught exceptions and console errors, among them violations of the Content-Security-Policy. */
  errors: string[]
  /** Resolves on the load event. */
  open(url: string, size?: { width: number; height: number }): Promise<void>
  /** Evaluates an expression in the page and returns its JSON value. */
  run<T>(expression: string): Promise<T>
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

/** Path of a Chromium: the one of CHROMIUM_PATH, or the first on the PATH, if there is one. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts a Chromium with an empty profile and connects to it over the Chrome DevTools Protocol. */
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
  return controlPage(socket, child, profile)
}

interface Target {
  type: string
  webSocketDebuggerUrl: string
}
interface Message {
  id?: number
  method?: string
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of message types
  params?: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  result?: any
  error?: { message: string }
}

async function controlPage(socket: WebSocket, child: ChildProcess, profile: string): Promise<Page> {
  const pending = new Map<number, (message: Message) => void>()
  const requestedUrls: string[] = []
  const errors: string[] = []
  let loaded = () => {}
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) pending.get(message.id)?.(message)
    const { method, params } = message
    if (method === 'Network.requestWillBeSent') requestedUrls.push(params.request.url)
    if (method === 'Log.entryAdded' && params.entry.level === 'error') errors.push(params.entry.text)
    if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description)
    if (method === 'Page.loadEventFired') loaded()
  })
  const call = async (method: string, params: Record<string, unknown> = {}) => {
    const id = ++lastId
    const response = new Promise<Message>((resolve) => pending.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await response
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await call(`${domain}.enable`)
  return {
    requestedUrls,
    errors,
    async open(url, size = { width: 1280, height: 900 }) {
      const mobile = size.width < 600
      await call('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile })
      // By way of an empty page: navigating to another fragment of the same URL does not reload it.
      for (const next of ['about:blank', url]) {
        const isLoaded = new Promise<void>((resolve) => {
          loaded = resolve
        })
        await call('Page.navigate', { url: next })
        await isLoaded
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
    async type(text) {
      await call('Input.insertText', { text })
    },
    async close() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      socket.close()
      child.kill('SIGKILL')
      await exited
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
