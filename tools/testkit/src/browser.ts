import { existsSync } from 'node:fs'
import { findProgram, findSystemTool, lastLine, runCommand } from '@jobboard/stack/infra/process/find-program'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a Chromium: the one of CHROMIUM_PATH, or the first on the PATH, if there is one. */
export function findBrowser(): string | undefined {
  const { env } = process
  return env.CHROMIUM_PATH || names.map((name) => findProgram(name, env)).find((path) => path !== undefined)
}

export type Page = Awaited<ReturnType<typeof startBrowser>>

/** Starts a headless Chromium with an empty profile, and opens one page. */
export async function startBrowser(executablePath: string) {
  // Not at the start of every run of tests.
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', '--no-sandbox'] })
  const page = await browser.newPage()
  const requestedUrls: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return {
    requestedUrls,
    /** Uncaught exceptions and console errors, among them violations of the Content-Security-Policy. */
    errors,
    /** Resolves on the load event. */
    async open(url: string, size = { width: 1280, height: 900 }) {
      await page.setViewportSize(size)
      // By way of an empty page: navigating to another fragment of the same URL does not reload it.
      for (const next of ['about:blank', url]) await page.goto(next)
    },
    /** Changes the size of the window without a load. */
    resize: (size: { width: number; height: number }) => page.setViewportSize(size),
    /** Evaluates an expression in the page and returns its JSON value. */
    run: <T>(expression: string) => page.evaluate<T>(expression),
    /** Types into the element that has the focus. */
    type: (text: string) => page.keyboard.insertText(text),
    close: () => browser.close(),
  }
}

const packages = ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji']

/** Installs Chromium and the fonts of its pictures where there is none: as root, from Debian. Elsewhere says why the
 *  tests with a browser are skipped. Never throws. */
export async function installBrowser(log: (line: string) => void): Promise<void> {
  if (findBrowser()) return
  const reason = await install(log)
  if (reason) log(`SKIPPED: all tests with a browser. ${reason} Install it with: apt-get install chromium`)
}

/** Undefined, or why it is not installed. */
async function install(log: (line: string) => void): Promise<string | undefined> {
  const apt = findSystemTool('apt-get', process.env)
  if (!apt || !existsSync('/etc/debian_version')) return 'There is no Chromium, and no apt-get to install it.'
  if (process.getuid?.() !== 0) return 'There is no Chromium, and only root may install it.'
  log('Installing chromium with apt-get…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const limits = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1']
  const run = (...args: string[]) => runCommand(apt, ['-q', ...limits, ...args], { env, timeoutMs: 600_000 })
  // Its exit code is ignored: it also counts sources that do not have the packages.
  await run('update')
  const { output } = await run('install', '-y', '--no-install-recommends', ...packages)
  return findBrowser() ? undefined : `apt-get could not install Chromium: ${lastLine(output)}.`
}
