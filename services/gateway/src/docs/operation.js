import { element } from './element.js'
import { requestForm } from './request.js'
import { fields, follow, rulesOf } from './schema.js'
import { inline } from './words.js'

/** One call: what it does, takes and answers, and a form to try it. It is built when it is first opened. */
export function operationCard({ method, path, operation }, document, key) {
  const card = element(
    'details',
    { class: 'operation', id: operation.operationId },
    element(
      'summary',
      {},
      element('span', { class: `method ${method}` }, method.toUpperCase()),
      ' ',
      element('code', { class: 'path' }, path),
      ' ',
      element('span', { class: 'what' }, operation.summary),
    ),
  )
  card.addEventListener('toggle', () => card.append(...content({ method, path, operation }, document, key)), {
    once: true,
  })
  return card
}

function content(call, document, key) {
  const { operation } = call
  const parameters = (operation.parameters ?? []).map((one) => follow(one, document))
  const body = operation.requestBody?.content['application/json']
  return [
    operation.description ? element('p', {}, inline(operation.description)) : '',
    parameters.length > 0 ? section('Parameters', parameterList(parameters, document)) : '',
    body ? section('Body', fields(body.schema, document)) : '',
    section('Answers', answerList(operation.responses, document)),
    key ? section('Try it', requestForm(call, parameters, body, document, key)) : '',
  ]
}

function section(title, ...children) {
  return element('section', {}, element('h4', {}, title), children)
}

function parameterList(parameters, document) {
  const rows = parameters.map((one) => {
    const types = [one.schema.enum?.join(' | ') ?? one.schema.type, ...rulesOf(one.schema, document)]
    if (one.required) types.push('required')
    return element(
      'li',
      {},
      element('code', {}, one.name),
      ' ',
      element('span', { class: 'type' }, `${one.in}, ${types.join(', ')}`),
      one.description ? element('p', {}, inline(one.description)) : '',
    )
  })
  return element('ul', { class: 'fields' }, rows)
}

function answerList(responses, document) {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description, content = {}, headers = {} } = follow(response, document)
    const [type, media] = Object.entries(content)[0] ?? []
    const isError = media?.schema.$ref?.endsWith('/Error')
    return element(
      'li',
      {},
      element('strong', { class: `status s${status[0]}` }, status),
      ' ',
      description.split('\n\n').map((line) => element('span', { class: 'meaning' }, inline(line))),
      media && !isError
        ? element('details', {}, element('summary', {}, `Body, ${type}`), fields(media.schema, document))
        : '',
      status[0] === '2'
        ? element('details', {}, element('summary', {}, 'Headers'), headerList(headers, document))
        : '',
    )
  })
  return element('ul', { class: 'answers' }, rows)
}

function headerList(headers, document) {
  const rows = Object.entries(headers).map(([name, header]) =>
    element('li', {}, element('code', {}, name), ' ', inline(follow(header, document).description)),
  )
  return element('ul', { class: 'fields' }, rows)
}
