import { element } from './element.js'
import { renderMarkdown } from './markdown.js'
import { operationCard } from './operation.js'

const keyField = document.getElementById('key')
const main = document.getElementById('main')
const index = document.getElementById('index')

try {
  const response = await fetch('openapi.json')
  if (!response.ok) throw new Error(`status ${response.status}`)
  show(await response.json())
} catch (error) {
  document.getElementById('loading').textContent = `Loading openapi.json failed: ${error.message}`
}

function show(api) {
  const readKey = () => keyField.value.trim()
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = api.tags.map(({ name, description }) => ({
    name,
    description,
    cards: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map((each) => operationCard(each, api, readKey)),
  }))
  const events = Object.entries(api.webhooks ?? {}).map(([name, { post }]) =>
    operationCard({ method: 'post', path: name, operation: post }, api, undefined),
  )
  if (events.length > 0) {
    groups.push({
      name: 'Webhooks',
      description: 'Signed requests that we send to your endpoint.',
      cards: events,
    })
  }
  document.getElementById('title').textContent = api.info.title
  main.replaceChildren(
    element(
      'details',
      { class: 'intro', open: true },
      element('summary', {}, 'Introduction'),
      ...renderMarkdown(api.info.description).flat(),
    ),
    element(
      'p',
      {},
      'The same as an OpenAPI 3.1 document: ',
      element('a', { href: 'openapi.json' }, 'openapi.json'),
    ),
    ...groups.map(groupSection),
  )
  index.replaceChildren(...groups.map(indexSection))
  openFromHash()
  addEventListener('hashchange', openFromHash)
}

function groupSection({ name, description, cards }) {
  const id = idOf(name)
  const heading = element('h2', { id }, name)
  return element('section', { 'aria-labelledby': id }, heading, element('p', {}, description), cards)
}

function indexSection({ name, cards }) {
  const links = cards.map((card) => {
    const title = card.querySelector('.title').textContent
    return element('li', {}, element('a', { href: `#${card.id}` }, title))
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
