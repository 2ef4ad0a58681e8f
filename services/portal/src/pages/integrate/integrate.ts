import { createJob } from '@jobboard/contracts/jobs/endpoints'
import { getKey } from '@jobboard/contracts/keys/own'
import { requestsPerMinute } from '@jobboard/contracts/limits'
import { clientFiles } from '@jobboard/contracts/openapi/code-samples'
import { listEvents } from '@jobboard/contracts/webhooks/public-events'
import { linkButton, panel, tabs } from '@jobboard/html/blocks'
import { copyable, curlOf } from '@jobboard/html/copy'
import { type Html, html } from '@jobboard/html/html'
import { numeric, table } from '@jobboard/html/table'
import { number } from '@jobboard/html/values'
import type { PortalEnv } from '../../env.ts'
import { type Area, get, screen, type View, type Visit } from '../../http/page.ts'
import { samples, snippets } from '../../parts/webhook-samples.ts'
import { copyable as copyableCall } from '../../peers/ask.ts'
import { keyStart } from '../../person/person.ts'

const roles = ['EmployerAdmin'] as const
const links = [
  { path: '/docs', label: 'Reference', text: 'every endpoint, with samples' },
  {
    path: '/docs/guides/quickstart',
    label: 'Quickstart',
    text: 'from a key to the first application in five minutes',
  },
  { path: '/docs/guides', label: 'Guides', text: 'retries, paging, errors, webhooks' },
  { path: '/openapi.json', label: 'OpenAPI', text: 'the contract as JSON, for generators' },
  { path: '/sdk', label: 'Clients', text: 'TypeScript, Python and MCP, with checksums' },
  { path: '/llms.txt', label: 'llms.txt', text: 'the documentation for assistants' },
]
const families = [
  { name: 'jobs', label: 'Jobs', text: 'jobs, and the applications of a job' },
  { name: 'applications', label: 'Applications', text: 'applications, notes, scorecards, tags and webhooks' },
  { name: 'employer', label: 'Employer', text: 'employer, credits, events and key' },
  { name: 'search', label: 'CV search', text: 'searches' },
  { name: 'candidates', label: 'Candidates', text: 'previews and profiles of the CV search' },
] as const

/** Everything that a person may want to copy into an integration. It calls no service. */
export const integrate: Area = {
  places: [{ href: '/integrate', label: 'Integrate', icon: 'code', roles }],
  pages: [get('/integrate', roles, async (visit) => showIntegrate(visit))],
}

function showIntegrate(visit: Visit): View {
  const names = Object.keys(languages) as Language[]
  const hrefOf = (name: Language) => `/integrate?language=${name}`
  const language = names.find((name) => name === visit.query.language) ?? 'curl'
  return screen(visit, {
    title: 'Integrate',
    lead: 'Everything to copy into the system that shall call the job board.',
    actions: linkButton({ href: '/keys/new', label: 'New key', icon: 'key', tone: 'primary' }),
    body: [
      addresses(visit),
      documentation(visit),
      tabs(
        'Language',
        Object.fromEntries(names.map((name) => [hrefOf(name), languages[name]])),
        hrefOf(language),
      ),
      panel({
        title: 'First calls',
        body: [
          html`<p>Put the key into the environment; it is shown once, when you create it.</p>`,
          firstCalls(visit, language).map(copyable),
        ],
      }),
      webhooks(visit, language),
      samples(),
      limits(),
      panel({
        title: 'Assistants (MCP)',
        body: [
          html`<p>The configuration of an MCP client, such as an assistant in an editor.</p>`,
          copyable({ label: 'Configuration', text: mcpConfiguration(visit) }),
        ],
      }),
    ],
  })
}

function addresses({ person, deps }: Visit): Html {
  if (person.kind !== 'user') throw new Error('a page of employers was opened by staff')
  return panel({
    title: 'Addresses and ids',
    body: [
      html`<div class="jb-facts jb-columns">
        ${copyable({ label: 'Base URL', text: deps.env.PUBLIC_API_URL })}
        ${copyable({ label: 'Header of each call', text: 'Authorization: Bearer $API_KEY' })}
        ${copyable({ label: 'Id of your employer', text: String(person.employerId) })}
        ${copyable({ label: 'Your own user id', text: String(person.id) })}
      </div>`,
      html`<p class="text-body-secondary">X-API-Key works too. A key never goes into a URL.</p>`,
    ],
  })
}

function documentation({ deps }: Visit): Html {
  return panel({
    title: 'Documentation',
    body: html`<ul class="jb-link-list list-unstyled vstack gap-2">
      ${links.map(({ path, label, text }) => {
        return html`<li class="d-flex flex-wrap column-gap-3"><a href=${deps.env.PUBLIC_API_URL + path}>${label}</a><span class="text-body-secondary">${text}</span></li>`
      })}
    </ul>`,
  })
}

function webhooks({ deps }: Visit, language: Language): Html {
  const guide = `${deps.env.PUBLIC_API_URL}/docs/guides/webhooks`
  return panel({
    title: 'Receive webhooks',
    actions: linkButton({ href: '/webhooks', label: 'Your webhook endpoints', icon: 'webhook' }),
    body: [
      html`<p>Verify each delivery with the signing secret of its endpoint, before you read it.</p>`,
      language === 'curl'
        ? html`<p>Verification needs a program: choose TypeScript or Python above, or read the guide for other languages.</p>`
        : copyable({ label: 'Verify a delivery', text: snippets[language] }),
      html`<p><a href=${guide}>Guide to webhooks</a></p>`,
    ],
  })
}

function limits(): Html {
  return panel({
    title: 'Limits',
    body: html`<div class="vstack gap-4">
      <p>Requests a minute for each key. Beyond them a call is 429, with the seconds to wait in Retry-After.</p>
      ${table({
        caption: 'Limits',
        rows: families,
        empty: 'Limits',
        columns: {
          Group: ({ label }) => label,
          'What counts in it': ({ text }) => text,
          'A minute': numeric(({ name }) => number(requestsPerMinute[name])),
        },
      })}
    </div>`,
  })
}

const languages = { curl: 'curl', typescript: 'TypeScript', python: 'Python' }
type Language = keyof typeof languages

interface Snippet {
  label: string
  text: string
}

const labels = {
  install: 'Install the client',
  checkKey: 'What the key may do',
  createJob: 'Draft a job',
  readEvents: 'Read what has happened',
}

function firstCalls({ deps: { env }, person }: Visit, language: Language): Snippet[] {
  const environment = `export API=${env.PUBLIC_API_URL}\nexport API_KEY=${keyStart(person)}...`
  const calls = { curl: curlCalls, typescript: typescriptCalls, python: pythonCalls }[language](env)
  return [{ label: 'Environment', text: environment }, ...calls]
}

function mcpConfiguration({ deps, person }: Visit): string {
  const { PUBLIC_API_URL } = deps.env
  const jobboard = {
    command: 'npx',
    args: ['-y', `${PUBLIC_API_URL}/sdk/${clientFiles.mcp}`],
    env: { JOBBOARD_URL: PUBLIC_API_URL, JOBBOARD_API_KEY: `${keyStart(person)}...` },
  }
  return JSON.stringify({ mcpServers: { jobboard } }, null, 2)
}

const draft = { title: 'Backend Engineer', reference: 'ENG-42' }

function curlCalls(env: PortalEnv): Snippet[] {
  return [
    { label: labels.checkKey, text: curlOf(copyableCall(env, getKey, {})) },
    { label: labels.createJob, text: curlOf(copyableCall(env, createJob, { body: draft })) },
    { label: labels.readEvents, text: curlOf(copyableCall(env, listEvents, { query: { limit: 50 } })) },
  ]
}

function typescriptCalls(): Snippet[] {
  return [
    { label: labels.install, text: `npm install "$API/sdk/${clientFiles.typescript}"` },
    {
      label: labels.checkKey,
      text: `import { createClient } from '@jobboard/sdk'

const client = createClient({ baseUrl: process.env.API!, apiKey: process.env.API_KEY! })
console.log(await client.key())`,
    },
    {
      label: labels.createJob,
      text: `const job = await client.jobs.create({ title: '${draft.title}', reference: '${draft.reference}' })
console.log(\`job \${job.id} is \${job.status}\`)`,
    },
    {
      label: labels.readEvents,
      text: `for await (const event of client.events.follow()) {
  console.log(event.type, event.id) // store event.id after it, and continue with { after: id }
}`,
    },
  ]
}

function pythonCalls(): Snippet[] {
  return [
    { label: labels.install, text: `pip install "$API/sdk/${clientFiles.python}"` },
    {
      label: labels.checkKey,
      text: `import os
from jobboard import Client, follow_events

client = Client(os.environ["API"], api_key=os.environ["API_KEY"])
print(client.get_key())`,
    },
    {
      label: labels.createJob,
      text: `job = client.create_job({"title": "${draft.title}", "reference": "${draft.reference}"})
print(f'job {job["id"]} is {job["status"]}')`,
    },
    {
      label: labels.readEvents,
      text: `for event in follow_events(client):
    print(event["type"], event["id"])  # store the id after it, and continue with after=id`,
    },
  ]
}
