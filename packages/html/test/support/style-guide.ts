import {
  badge,
  dialog,
  empty,
  linkButton,
  missingPart,
  notice,
  pageHead,
  panel,
  tabs,
} from '@jobboard/html/blocks'
import { barChart, lineChart } from '@jobboard/html/chart'
import { callDrawer, copyable, secretOnce } from '@jobboard/html/copy'
import { type Entered, errorSummary, field, titleOf } from '@jobboard/html/field'
import { button, filters, form } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { icon, iconNames } from '@jobboard/html/icon'
import { more, numeric, pager, table, tablePanel } from '@jobboard/html/table'
import { definitions, money, number, progress, stats, userText, when } from '@jobboard/html/values'

/** Texts that somebody could type: each stands wherever the components show a text. */
export const hostileTexts = {
  markup: '<script>window.ran = 1</script><img src=x onerror="window.ran = 1">',
  quotes: `" onmouseover="window.ran=1" x='y' \`z\` \${1} &amp; &nbsp;`,
  long: 'W'.repeat(10_000),
  override: 'Anna \u202egnirts desrever\u202c \u2066isolate שלום',
  emoji: '👩‍👩‍👧‍👦 🇺🇦 Zoë 𝕏',
  link: 'javascript:window.ran=1',
}

/** Every component, showing `text` where a person's text stands, and the title of their page. */
export function components(text: string): { title: string; body: Html } {
  const entered: Entered = {
    values: { name: text, about: `\n${text}`, kind: 'b', scopes: ['jobs:read'], level: 'a', agree: 'yes' },
    errors: {
      name: `Name: at most 200 characters. ${text.slice(0, 300)}`,
      scopes: 'Choose at least one.',
      agree: 'Tick it.',
    },
  }
  const options = [
    { value: 'a', label: 'Full time', hint: 'Posted for 30 days.' },
    { value: 'b', label: text.slice(0, 500) },
  ]
  const rows = [1, 2, 3].map((id) => ({
    id,
    name: id === 1 ? text : `Backend engineer ${id}`,
    sent: 1_200 * id,
  }))
  const points = Array.from({ length: 14 }, (_, day) => ({
    label: `${day + 10} Nov`,
    values: { ok: (day * 37) % 90, failed: (day * 13) % 17 },
  }))
  const series = [
    { key: 'ok', label: 'Answered' },
    { key: 'failed', label: 'Refused' },
  ]
  return {
    title: titleOf(text.slice(0, 100), entered),
    body: html`<div class="vstack gap-4">
      ${pageHead({
        title: userText(text, { lines: 2 }),
        lead: 'Berlin, remote possible. Published 12 November.',
        actions: [
          linkButton({ href: '/jobs/1/edit', label: 'Edit', icon: 'edit' }),
          linkButton({ href: '/jobs/new', label: 'New job', icon: 'plus', tone: 'primary' }),
          callDrawer([
            {
              method: 'GET',
              url: 'https://api.example/api/v1/jobs?page=1',
              headers: { Authorization: 'Bearer $API_KEY' },
            },
            {
              method: 'POST',
              url: 'https://api.example/api/v1/jobs/12/publish',
              headers: { Authorization: 'Bearer $API_KEY' },
              body: { title: text, expiresInDays: 30, screening: ['a', 'b'] },
            },
          ]),
        ],
      })}
      ${tabs('Pages', { '/a': 'Overview', '/b': text.slice(0, 60), '/c': 'Applications' }, '/a')}
      ${errorSummary(entered, { name: 'Name', scopes: 'Scopes', agree: 'Terms' })}
      ${stats([
        { label: 'Open jobs', value: number(12), hint: '3 end this week', href: '/jobs' },
        { label: 'New applications', value: number(1_284), hint: 'since Monday' },
        { label: 'Job postings', value: number(7), hint: 'credits' },
        { label: text.slice(0, 80), value: text.slice(0, 80) },
      ])}
      ${notice({ tone: 'info', title: 'Waiting for review', body: html`<p>The key works once it is approved. <a href="/help">What happens now</a></p>` })}
      ${notice({ tone: 'danger', body: userText(text, { lines: 3 }) })} ${notice({ tone: 'success', body: 'Sent.' })}
      ${missingPart({ service: 'webhook', what: 'Deliveries' })}
      ${tablePanel({
        title: 'Applications',
        actions: linkButton({ href: text, label: 'All' }),
        columns: {
          Name: (row) => userText(row.name, { lines: 1 }),
          Status: (row) =>
            badge({
              text: row.id === 1 ? 'New' : 'Interview',
              tone: row.id === 1 ? 'info' : 'neutral',
            }),
          Applied: () => when('2026-11-12T09:30:00Z', 'Europe/Berlin'),
          Characters: numeric((row) => number(row.sent)),
          Open: () => html`<a href="/x">CV</a>`,
        },
        rows,
        empty: 'No applications yet',
        rowHref: (row) => `/applications/${row.id}`,
        after: pager({ page: 2, pageSize: 20, total: 1_284, href: (page) => `?page=${page}` }),
      })}
      ${table({
        caption: 'Nothing',
        columns: {
          A: () => '',
        },
        rows: [],
        empty: 'Nothing here',
      })}
      ${more({ href: '?after=x', label: 'Show more' })}
      ${panel({
        title: text.slice(0, 300),
        level: 3,
        body: [
          definitions({
            Title: userText(text, { lines: 3 }),
            Ends: when('2026-12-12T09:30:00Z', 'Europe/Berlin', 'date'),
            'Last used': when(null, 'UTC'),
            Price: money(1, 'JobPosting'),
            Seen: when('2026-11-12T09:30:00Z', 'UTC', 'relative', new Date('2026-11-12T12:31:00Z')),
            States: (['neutral', 'success', 'info', 'warning', 'danger'] as const).map((tone) =>
              badge({ text: tone, tone }),
            ),
            Icons: iconNames.map(icon),
          }),
          progress({ done: 1_340, total: 5_000, label: 'Reindex' }),
        ],
      })}
      ${filters({
        action: '/jobs',
        submit: { label: 'Search', icon: 'search' },
        body: [
          field(entered, { type: 'search', name: 'query', label: 'Words', placeholder: 'node AND postgres' }),
          field(entered, { type: 'select', name: 'kind', label: 'Kind', options, id: 'filter-kind' }),
          field(entered, { type: 'date', name: 'since', label: 'Since' }),
        ],
      })}
      ${panel({
        title: 'Publish',
        body: form({
          action: '/jobs/1/publish',
          csrf: text,
          operation: 'operation-1',
          submit: { label: 'Publish for 1 credit', icon: 'delivery' },
          confirm: { question: 'It costs 1 job posting credit; 6 stay.', tick: 'Take the credit' },
          body: [
            field(entered, {
              type: 'text',
              name: 'name',
              label: 'Name',
              hint: 'Shown to candidates.',
              maxLength: 200,
              required: true,
            }),
            field(entered, { type: 'email', name: 'mail', label: 'E-mail', required: false }),
            field(entered, { type: 'textarea', name: 'about', label: 'Text', rows: 5 }),
            field(entered, { type: 'datetime-local', name: 'at', label: 'At' }),
            field(entered, { type: 'select', name: 'kind', label: 'Kind', options }),
            field(entered, {
              type: 'checkboxes',
              name: 'scopes',
              label: 'Scopes',
              options,
              hint: 'What the key may do.',
            }),
            field(entered, { type: 'radio', name: 'level', label: 'Level', options }),
            field(entered, { type: 'checkbox', name: 'agree', label: 'I agree to the terms' }),
          ],
        }),
      })}
      ${panel({
        title: 'Danger',
        body: form({
          action: text,
          csrf: 'token',
          operation: 'operation-2',
          submit: { label: 'Revoke', tone: 'danger', icon: 'trash' },
        }),
      })}
      ${secretOnce({ label: 'Key', secret: `jb_live_${text.slice(0, 300)}`, page: '/guide', snippet: 'curl -H "Authorization: Bearer $API_KEY" https://api.example' })}
      ${copyable({ label: 'Signature', text })}
      ${panel({ title: 'Calls', body: [lineChart({ title: 'Calls per day', unit: 'calls', points, series }), barChart({ title: text.slice(0, 120), unit: text.slice(0, 40), points, series }), lineChart({ title: 'Nothing', unit: 'calls', points: [], series })] })}
      ${panel({ title: 'Nothing', body: empty({ title: 'No webhooks', text: 'Add an address, and every event is sent there.', action: linkButton({ href: '/webhooks/new', label: 'Add an endpoint', tone: 'primary', icon: 'plus' }) }) })}
      <form method="get" action="/intents">${button({ label: 'Save and publish', name: 'intent', value: 'publish', disabled: true })}</form>
      <button type="button" class="btn btn-secondary" data-dialog="move">Move</button>
      ${dialog({ id: 'move', title: 'Move Anna', body: html`<p>${text}</p>` })}
    </div>`,
  }
}
