import { type Html, html, render, safeHref } from '@jobboard/html/html'
import { describe, expect, test } from 'vitest'

const printed = (node: Html) => render(node).replace('<!doctype html>', '')

describe('a template gives exactly one node', () => {
  const mistakes: [what: string, make: () => Html][] = [
    ['two elements', () => html`<p>one</p><p>two</p>`],
    ['a tag that is not closed', () => html`<div><p>one<b>two</p></div>`],
    ['a void tag without slash', () => html`<div><br></div><p>next</p>`],
    ['only text', () => html`one`],
    ['nothing', () => html``],
    ['a value alone', () => html`${'one'}`],
  ]
  for (const [what, make] of mistakes) {
    test(`${what} throws`, () => expect(make).toThrow('exactly one node'))
  }

  test('one element with texts, numbers, lists and nothing is printed', () => {
    const node = html`<p>${'a'}${1}${[html`<b>c</b>`, [null, 'd']]}${null}${undefined}${false}</p>`
    expect(printed(node)).toBe('<p>a1<b>c</b>d</p>')
  })
})

describe('P-430: a value never becomes markup', () => {
  test('texts and attribute values are escaped', () => {
    const value = `"><script>'x' & y`
    const text = printed(html`<p title=${value} class=${value}>${value}</p>`)
    expect(text).not.toContain('<script')
    expect(text.match(/"/g)).toHaveLength(4)
  })

  test('an object that came from JSON is refused, one that looks like a node too', () => {
    const parsed = JSON.parse('{"type":"img","props":{"src":"x"},"key":null,"ref":null,"__k":null}')
    expect(() => html`<p>${parsed}</p>`).toThrow('a child must be')
    expect(() => html`<p>${[[parsed]]}</p>`).toThrow('a child must be')
    expect(() => html`<p>${() => 'x'}</p>`).toThrow('a child must be')
    expect(() => html`<p ...${{ children: parsed }}></p>`).toThrow('no inline')
  })

  test('inline code, styles and raw markup are refused', () => {
    expect(() => html`<p onclick="x()">a</p>`).toThrow('no inline')
    expect(() => html`<p ...${{ onMouseOver: 'x()' }}>a</p>`).toThrow('no inline')
    expect(() => html`<p style="color:red">a</p>`).toThrow('no inline')
    expect(() => html`<p dangerouslySetInnerHTML=${{ __html: '<b>' }}></p>`).toThrow('no inline')
    expect(() => html`<${'script'}>x</script>`).not.toThrow()
    expect(() => html`<${() => 'x'} />`).toThrow('never a tag')
  })

  const refused = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVa\tScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:http://a/b',
    'http://[',
  ]
  for (const link of refused) {
    test(`the link ${JSON.stringify(link)} is left out`, () => {
      expect(safeHref(link)).toBeUndefined()
      expect(printed(html`<a href=${link}>a</a>`)).toBe('<a>a</a>')
      expect(printed(html`<form action=${link}></form>`)).toBe('<form></form>')
    })
  }
  test('links within the portal, to the web, to a mailbox and to a phone stay', () => {
    for (const link of [
      '/jobs?a=b#c',
      '?page=2',
      '#main',
      'https://a.example/x',
      'http://a',
      'mailto:a@b.example',
      'tel:+4755501990',
    ]) {
      expect(safeHref(link)).toBe(link)
    }
  })
})
