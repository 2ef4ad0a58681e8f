import { findBrowser, type Page, startBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: requests from /docs, because there is no Chromium on the PATH')

describe.skipIf(!chromium)('requests from /docs to a running system', () => {
  let system: Network
  let page: Page
  let apiKey: string
  beforeAll(async () => {
    system = await network()
    const { id } = (
      await system.admin.post('/admin/v1/employers', { name: 'Bakery', hasActiveContract: true })
    ).body
    const key = { name: 'reader', scopes: ['JobPosting'] }
    apiKey = (await system.admin.post(`/admin/v1/employers/${id}/api-keys`, key)).body.apiKey
    page = await startBrowser(chromium!)
  })
  afterAll(async () => {
    await page?.close()
    await system?.stop()
  })

  const isThere = (what: string, expression: string) =>
    eventually(what, () => page.run<boolean>(`Boolean(${expression})`), 45_000, 250)
  const visible = (selector: string, text: RegExp) =>
    `[...document.querySelectorAll('${selector}')].find((one) => ${text}.test(one.textContent.trim()) && one.checkVisibility())`

  test('two different drafts in a row are both created: no request has the Idempotency-Key of another', async () => {
    await page.open(`${system.gateway.url}/docs#tag/jobs/POST/api/v1/jobs`)
    const token = `document.querySelector('input[placeholder=Token]')`
    await isThere('the field of the key is shown', token)
    await page.run(`${token}.focus()`)
    await page.type(apiKey)
    const open = `document.querySelector('[id$="POST/api/v1/jobs"] .show-api-client-button')`
    await isThere('the operation is shown', open)
    await page.run(`${open}.click()`)
    await send()
    await created(['Baker'])

    // The editor of the body.
    const editor = visible('.cm-content', /Baker/)
    await isThere('the body can be edited', editor)
    await page.run(`(${editor}.focus(), getSelection().selectAllChildren(${editor}))`)
    await page.type('{"title": "Pastry chef"}')
    await send()
    await created(['Baker', 'Pastry chef'])
  })

  async function send(): Promise<void> {
    const button = visible('button', /^Send/)
    await isThere('the request is shown', button)
    await page.run(`${button}.click()`)
  }

  /** Waits until the employer has jobs with exactly these titles. */
  async function created(titles: string[]): Promise<void> {
    let found: string[] = []
    await eventually(
      'the drafts are there',
      async () => {
        const { items } = (await system.api(apiKey).get('/api/v1/jobs')).body
        found = items.map(({ title }: { title: string }) => title).sort()
        return found.length >= titles.length
      },
      10_000,
      250,
    ).catch(() => undefined)
    expect(found).toEqual(titles)
  }
})
