import { createJob } from '@jobboard/contracts/jobs/endpoints'
import { getKey } from '@jobboard/contracts/keys/own'
import { clientFiles } from '@jobboard/contracts/openapi/code-samples'
import { listEvents } from '@jobboard/contracts/webhooks/public-events'
import type { PortalEnv } from '../../env.ts'
import { curlOf } from '../../html/copy.ts'
import { copyable } from '../../peers/ask.ts'

export const languages = { curl: 'curl', typescript: 'TypeScript', python: 'Python' }
export type Language = keyof typeof languages

/** A text to copy. */
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

/** The first calls of an integration, in this order. */
export function firstCalls(env: PortalEnv, language: Language): Snippet[] {
  const environment = `export API=${env.PUBLIC_API_URL}\nexport API_KEY=pk_live_...`
  const calls = { curl: curlCalls, typescript: typescriptCalls, python: pythonCalls }[language](env)
  return [{ label: 'Environment', text: environment }, ...calls]
}

/** The configuration of an MCP client. */
export function mcpConfiguration({ PUBLIC_API_URL }: PortalEnv): string {
  const jobboard = {
    command: 'npx',
    args: ['-y', `${PUBLIC_API_URL}/sdk/${clientFiles.mcp}`],
    env: { JOBBOARD_URL: PUBLIC_API_URL, JOBBOARD_API_KEY: 'pk_live_...' },
  }
  return JSON.stringify({ mcpServers: { jobboard } }, null, 2)
}

const draft = { title: 'Backend Engineer', reference: 'ENG-42' }

function curlCalls(env: PortalEnv): Snippet[] {
  return [
    { label: labels.checkKey, text: curlOf(copyable(env, getKey, {})) },
    { label: labels.createJob, text: curlOf(copyable(env, createJob, { body: draft })) },
    { label: labels.readEvents, text: curlOf(copyable(env, listEvents, { query: { limit: 50 } })) },
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
