import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openPage } from './browser.ts'
import type { PortalSystem } from './portal-system.ts'
import type { Visitor } from './visitor.ts'

/** Opens a page of the portal in a browser of its own, with the session of `visitor` if there is one. Paths are enough
 *  for `goto`. */
export async function openTab(
  browser: Browser,
  { baseUrl }: Pick<PortalSystem, 'baseUrl'>,
  visitor?: Visitor,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const opened = await openPage(browser, {
    viewport: { width: 1440, height: 900 },
    baseURL: baseUrl,
    ...options,
  })
  const cookies = [...(visitor?.cookies ?? [])].map(([name, value]) => ({ name, value, url: baseUrl }))
  await opened.page.context().addCookies(cookies)
  return opened
}
