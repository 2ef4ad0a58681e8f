import { element } from './element.js'
import { operationCard } from './operation.js'
import { words } from './words.js'

const keyField = document.getElementById('key')
const main = document.getElementById('main')
const index = document.getElementById('index')

try {
  const answer = await fetch('openapi.json')
  if (!answer.ok) throw new Error(`openapi.json: ${answer.status}`)
  show(await answer.json())
} catch (error) {
  document.getElementById('loading').textContent = `The description cannot be read: ${error.message}`
}

function show(api) {
  const key = () => keyField.value.trim()
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = api.tags.map(({ name, description }) => ({
    name,
    description,
    cards: calls
      .filter(({ operation }) => operation.tags.includes(name))
      .map((call) => operationCard(call, api, key)),
  }))
  const events = Object.entries(api.webhooks ?? {}).map(([name, { post }]) =>
    operationCard({ method: 'post', path: name, operation: post }, api, undefined),
  )
  if (events.length > 0) {
    groups.push({ name: 'Webhooks', description: 'What we send to your endpoint, signed.', cards: events })
  }
  document.getElementById('title').textContent = api.info.title
  main.replaceChildren(
    element(
      'details',
      { class: 'intro', open: true },
      element('summary', {}, 'Before the first call'),
      ...words(api.info.description).flat(),
    ),
    element(
      'p',
      {},
      'For programs: ',
      element('a', { href: 'openapi.json' }, 'openapi.json'),
      ', OpenAPI 3.1',
    ),
    ...groups.map(group),
  )
  index.replaceChildren(...groups.map(indexOf))
  openFromHash()
  addEventListener('hashchange', openFromHash)
}

function group({ name, description, cards }) {
  const id = idOf(name)
  const heading = element('h2', { id }, name)
  return element('section', { 'aria-labelledby': id }, heading, element('p', {}, description), cards)
}

function indexOf({ name, cards }) {
  const links = cards.map((card) => {
    const what = card.querySelector('.what').textContent
    return element('li', {}, element('a', { href: `#${card.id}` }, what))
  })
  return element(
    'details',
    { open: innerWidth > 900 },
    element('summary', {}, name),
    element('ul', {}, links),
  )
}

function idOf(name) {
  return `tag-${name.toLowerCase().replaceAll(' ', '-')}`
}

function openFromHash() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.matches('details')) target.open = true
  target?.scrollIntoView()
}
