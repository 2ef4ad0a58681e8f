import { requestsPerMinute } from '@jobboard/contracts/limits'
import { linkButton, pageHead, panel, tabs } from '../../html/blocks.ts'
import { copyable } from '../../html/copy.ts'
import { type Html, html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { number } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Area } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { samples, snippets } from '../../parts/webhook-samples.ts'
import { firstCalls, type Language, languages, mcpConfiguration } from './snippets.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin'] as const
const paths = {
  docs: '/docs',
  quickstart: '/docs/guides/quickstart',
  guides: '/docs/guides',
  openapi: '/openapi.json',
  sdk: '/sdk',
  llms: '/llms.txt',
} as const

/** Everything that a person may want to copy into an integration. It calls no service. */
export const integrate: Area = {
  places: [{ href: '/integrate', label: texts.place, icon: 'code', roles }],
  pages: [{ method: 'GET', path: '/integrate', roles, handle: async (visit) => view(page(visit)) }],
}

function page(visit: Visit) {
  const language = languages.find((name) => name === visit.query.language) ?? 'curl'
  const mint = linkButton({ href: '/keys/new', label: texts.mint, icon: 'key', tone: 'primary' })
  return {
    title: texts.title,
    body: html`<div class="jb-stack">
      ${pageHead({ title: texts.title, lead: texts.lead, actions: mint })}
      ${addresses(visit)} ${documentation(visit)}
      ${tabs(
        languages.map((name) => ({
          href: `/integrate?language=${name}`,
          label: texts.languages[name],
          current: name === language,
        })),
        texts.language,
      )}
      ${panel({
        title: texts.calls,
        body: [html`<p>${texts.keyFirst}</p>`, firstCalls(visit.deps.env, language).map(copyable)],
      })}
      ${webhooks(visit, language)} ${samples()} ${limits()}
      ${panel({
        title: texts.assistants,
        body: [
          html`<p>${texts.assistantsLead}</p>`,
          copyable({ label: texts.configuration, text: mcpConfiguration(visit.deps.env) }),
        ],
      })}
    </div>`,
  }
}

function addresses({ person, deps }: Visit): Html {
  if (person.kind !== 'user') throw new Error('a page of employers was opened by staff')
  return panel({
    title: texts.addresses,
    body: [
      html`<div class="jb-facts">
        ${copyable({ label: texts.base, text: deps.env.PUBLIC_API_URL })}
        ${copyable({ label: texts.header, text: 'Authorization: Bearer $API_KEY' })}
        ${copyable({ label: texts.employerId, text: String(person.employerId) })}
        ${copyable({ label: texts.userId, text: String(person.id) })}
      </div>`,
      html`<p class="jb-muted">${texts.headerHint}</p>`,
    ],
  })
}

function documentation({ deps }: Visit): Html {
  const names = Object.keys(paths) as (keyof typeof paths)[]
  return panel({
    title: texts.pages,
    body: html`<ul class="jb-link-list">
      ${names.map((name) => {
        const { label, text } = texts.links[name]
        return html`<li><a href=${deps.env.PUBLIC_API_URL + paths[name]}>${label}</a><span class="jb-muted">${text}</span></li>`
      })}
    </ul>`,
  })
}

function webhooks({ deps }: Visit, language: Language): Html {
  const guide = `${deps.env.PUBLIC_API_URL}/docs/guides/webhooks`
  return panel({
    title: texts.webhooks,
    actions: linkButton({ href: '/webhooks', label: texts.endpoints, icon: 'webhook' }),
    body: [
      html`<p>${texts.webhooksLead}</p>`,
      language === 'curl'
        ? html`<p>${texts.webhooksCurl}</p>`
        : copyable({ label: texts.verify, text: snippets[language] }),
      html`<p><a href=${guide}>${texts.webhooksGuide}</a></p>`,
    ],
  })
}

function limits(): Html {
  const families = Object.keys(texts.families) as (keyof typeof texts.families)[]
  return panel({
    title: texts.limits,
    body: html`<div class="jb-stack">
      <p>${texts.limitsLead}</p>
      ${table({
        caption: texts.limits,
        rows: families,
        empty: texts.limits,
        columns: [
          { head: texts.group, cell: (family) => texts.families[family].label },
          { head: texts.what, cell: (family) => texts.families[family].text },
          { head: texts.perMinute, cell: (family) => number(requestsPerMinute[family]), numeric: true },
        ],
      })}
    </div>`,
  })
}
