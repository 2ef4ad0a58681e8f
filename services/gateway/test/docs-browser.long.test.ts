import { findBrowser, type Page, startBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from './support/setup.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: /docs in a real browser, because there is no Chromium on the PATH')

const PHONE = { width: 390, height: 740 }

describe.skipIf(!chromium)('/docs in a real browser', () => {
  let gateway: TestGateway
  let page: Page
  beforeAll(async () => {
    gateway = await startTestGateway()
    page = await startBrowser(chromium!)
  })
  afterAll(async () => {
    await page.close()
    await gateway.stop()
  })

  const isThere = (what: string, expression: string) =>
    eventually(what, () => page.run<boolean>(`Boolean(${expression})`), 45_000, 250)
  const TOKEN = `document.querySelector('input[placeholder=Token]')`

  async function authorize(key: string): Promise<void> {
    await isThere('the field of the key is shown', TOKEN)
    await page.run(`${TOKEN}.focus()`)
    await page.type(key)
  }

  async function listsGuides(paths: readonly string[]): Promise<void> {
    const linked = `[...document.querySelectorAll('aside .guides a')].map((link) => link.pathname)`
    await isThere('the guides are listed', `${linked}.length > 0`)
    expect(await page.run(linked)).toEqual(expect.arrayContaining([...paths]))
  }

  async function send(method: string, path: string): Promise<void> {
    const button = `document.querySelector('[id$="${method}${path}"] .show-api-client-button')`
    await isThere('the operation is shown', button)
    await page.run(`${button}.click()`)
    const sendButton = `[...document.querySelectorAll('button')].find((one) => /^Send/.test(one.textContent.trim()) && one.checkVisibility())`
    await isThere('the request is shown', sendButton)
    await page.run(`${sendButton}.click()`)
  }

  // Each loads the reference once, which takes seconds.
  test('a search is sent with the key that the reader typed, and its response is shown; its samples are for our clients and curl', async () => {
    gateway.upstream.respond = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"items":[{"headline":"<img src=x onerror=alert(1)>Baker"}],"total":1}')
    await page.open(`${gateway.url}/docs#tag/cv-search/POST/api/v1/candidates/search`)
    await authorize(gateway.recruiter)
    const picker = `document.querySelector('[id$="POST/api/v1/candidates/search"]')?.querySelector('[data-testid=client-picker]')`
    await isThere('the operation is shown', picker)
    await page.run(`${picker}.click()`)
    const options = `[...document.querySelectorAll('[role=option]')].map((one) => one.innerText)`
    await isThere('the samples are listed', `${options}.length > 0`)
    expect(await page.run(options)).toEqual(['curl', 'TypeScript SDK', 'Python client'])
    expect(await page.run(`document.body.innerText`)).not.toMatch(/Shell|Client Libraries/)
    await page.run(`document.querySelector('[role=option]').click()`)
    await send('POST', '/api/v1/candidates/search')
    await isThere('the response is shown', `document.body.innerText.includes('onerror=alert(1)')`)
    const { method, url, body } = gateway.upstream.requests.at(-1)!
    expect([method, url]).toEqual(['POST', '/api/v1/candidates/search'])
    expect(JSON.parse(body.toString())).toMatchObject({ pageNumber: 1 })
  })

  test('the key is not stored: it is gone after a reload; the sidebar lists the guides and the changelog, and nothing is wider than a phone', async () => {
    // Something is stored at all: the color mode.
    await page.run(`document.querySelector('.darklight-reference button').click()`)
    await isThere('a preference is stored', `localStorage.length > 0`)
    const stored = `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`
    expect(await page.run<string>(stored)).not.toContain(gateway.recruiter)
    expect(await page.run(`indexedDB.databases().then((databases) => databases.length)`)).toBe(0)
    await page.open(`${gateway.url}/docs`)
    await isThere('the field of the key is shown', TOKEN)
    expect(await page.run(`${TOKEN}.value`)).toBe('')
    await listsGuides(['/docs/guides/quickstart', '/docs/guides/clients', '/docs/changelog'])
    await page.resize(PHONE)
    expect(await page.run(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(PHONE.width)
  })

  test('on the operators’ port a request is sent with the admin token; the sidebar lists their guides', async () => {
    gateway.upstream.respond = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"total":4711}')
    await page.open(`${gateway.adminUrl}/docs#tag/audit/GET/admin/v1/audit`)
    await authorize(ADMIN_TOKEN)
    await send('GET', '/admin/v1/audit')
    await isThere('the response is shown', `document.body.innerText.includes('4711')`)
    const { method, url } = gateway.upstream.requests.at(-1)!
    expect([method, url.split('?')[0]]).toEqual(['GET', '/admin/v1/audit'])
    await listsGuides(['/docs/guides/first-key', '/docs/changelog'])
  })

  test('on a phone no guide is wider than the screen', async () => {
    const guides = (await (await fetch(`${gateway.url}/llms.txt`)).text()).matchAll(
      /\((\/docs\/[^)]+)\.md\)/g,
    )
    const paths = ['/docs/guides', ...[...guides].map(([, path]) => path!)]
    expect(paths.length).toBeGreaterThan(11)
    for (const path of paths) {
      await page.open(gateway.url + path, PHONE)
      await isThere('the title is shown', `document.querySelector('h1')`)
      expect(await page.run(`document.documentElement.scrollWidth`), path).toBeLessThanOrEqual(PHONE.width)
      // What has more content than width is cut, or moved sideways to be read.
      const cut = `[...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).map((one) => one.outerHTML.slice(0, 80))`
      expect(await page.run(cut), path).toEqual([])
    }
  })

  test('the copy button copies the code', async () => {
    await page.open(`${gateway.url}/docs/guides/quickstart`)
    const button = `document.querySelector('.code .copy')`
    await isThere('the button is shown', `${button}.checkVisibility()`)
    // A page may not read the clipboard without a permission: what is written is caught.
    await page.run(`navigator.clipboard.writeText = async (text) => { window.copied = text }`)
    await page.run(`${button}.click()`)
    await isThere('it says so', `${button}.textContent === 'Copied'`)
    expect(await page.run(`window.copied`)).toBe('npm start\n')
  })

  test('the pages requested nothing from elsewhere and logged no error', () => {
    const ports = [gateway.url, gateway.adminUrl]
    const fromElsewhere = page.requestedUrls.filter(
      (url) => !ports.some((port) => url.startsWith(`${port}/`)) && !/^(data:|about:blank)/.test(url),
    )
    expect(fromElsewhere).toEqual([])
    expect(page.requestedUrls.length).toBeGreaterThan(10)
    expect(page.errors).toEqual([])
  })
})
