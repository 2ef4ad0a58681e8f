import { render } from '@jobboard/html/html'
import { expect, test } from 'vitest'
import { phoneHref, phoneLink } from './phone.ts'

test.each([
  ['+47 555 01 990', 'tel:+4755501990'],
  ['+44 (0)20 7946 0018 ext. 12', 'tel:+442079460018;ext=12'],
  ['020 7946 0018 x12', 'tel:02079460018;ext=12'],
  ['030/1234567', 'tel:0301234567'],
  ['+1‑212‑555‑0100', 'tel:+12125550100'],
  ['+47\u200b555\u206001990', 'tel:+4755501990'],
  ['０３－１２３４', 'tel:031234'],
  ['٠٥٥١٢٣٤٥٦٧', 'tel:0551234567'],
  ['(555) 010.1990', 'tel:5550101990'],
])('the number %s is the link %s', (phone, href) => {
  expect(phoneHref(phone)).toBe(href)
  expect(render(phoneLink(phone))).toContain(`<a href="${href}">`)
})

test.each(['', 'on request', '+47 555 01 990 / +47 555 01 991', 'javascript:alert(1)', '12', '1'.repeat(50)])(
  'the text %j is no link',
  (phone) => {
    expect(phoneHref(phone)).toBeUndefined()
    expect(render(phoneLink(phone))).not.toContain('<a')
  },
)
