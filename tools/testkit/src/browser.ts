import { findProgram } from '@jobboard/stack/infra/process/find-program'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** One page of a headless Chromium. */
export interface Page {
  /** The URLs of all requests of the page. */
  requestedUrls: string[]
  /** Uncaught exceptions and console errors, among them violations of the Content-Security-Policy. */
  errors: string[]
  /** Resolves on the load event. */
  open(url: string, size?: { width: number; height: number }): Promise<void>
  /** Changes the size of the window without a load. */
  resize(size: { width: number; height: number }): Promise<void>
  /** Evaluates an expression in the page and returns its JSON value. */
  run<T>(expression: string): Promise<T>
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

/** Path of a Chromium: the one of CHROMIUM_PATH, or the first on the PATH, if there is one. */
export function findBrowser(): string | undefined {
  const { env } = process
  return env.CHROMIUM_PATH || names.map((name) => findProgram(name, env)).find((path) => path !== undefined)
}

/** Starts a Chromium with an empty profile. */
export async function startBrowser(executablePath: string): Promise<Page> {
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
    errors,
    async open(url, size = { width: 1280, height: 900 }) {
      await page.setViewportSize(size)
      // By way of an empty page: navigating to another fragment of the same URL does not reload it.
      for (const next of ['about:blank', url]) await page.goto(next)
    },
    resize: (size) => page.setViewportSize(size),
    run: (expression) => page.evaluate(expression),
    type: (text) => page.keyboard.insertText(text),
    close: () => browser.close(),
  }
}
