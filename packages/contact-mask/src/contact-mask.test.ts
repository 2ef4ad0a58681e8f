import { describe, expect, test } from 'vitest'
import { contactMask } from './contact-mask.ts'
import { maskName } from './mask-name.ts'
import type { OwnDetails } from './own-details.ts'

const ada: OwnDetails = {
  firstName: 'Ada',
  lastName: 'Quill',
  email: 'ada.quill.1@post.example',
  phone: '+47 912 34 101',
  linkedInUrl: 'https://www.linkedin.com/in/aq-writes',
  gitHubUrl: 'https://github.com/octoquill/',
  websiteUrl: 'https://inkwell.example/cv',
  street: 'Hidden Lane 7',
}
const anne: OwnDetails = { firstName: 'Anne', lastName: 'Oakes' }

describe('contact details of anybody (D-44)', () => {
  const { mask } = contactMask(ada)
  test.each([
    ['ask jane.doe+cv@mail.example.org now', 'ask *** now'],
    ['jane @ mail.example.org', '***'],
    ['jane＠mail。example。org', '***'],
    ['jane (at) mail (dot) org', '***'],
    ['jane [at] mail.org', '***'],
    ['write jane dot doe at gmail dot com please', 'write *** please'],
    ['write jane at gmail.com please', 'write *** please'],
    ['JANE_AT_GMAIL_DOT_COM', '***'],
    ['twitter @janedoe', 'twitter ***'],
    ['call +47 912 34 567', 'call ***'],
    ['(0049) 151/234-567.89 evenings', '*** evenings'],
    ['call ⑨①②③④⑤⑥⑦', 'call ***'],
    ['call ❾❶❷❸❹❺❻❼', 'call ***'],
    ['call ９１２ ３４ ５６７', 'call ***'],
    ['call ٩١٢٣٤٥٦٧', 'call ***'],
    ['tel:0123', '***'],
    ['skype : jane', '***'],
    ['see https://jane.example/cv?x=1 please', 'see *** please'],
    ['www.jane.example', '***'],
    ['jane.dev, portfolio', '***, portfolio'],
    ['linkedin.com/in/jane', '***'],
    ['x.com/jane', '***'],
    ['jane.co.uk', '***'],
  ])('%s', (text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  test.each([
    'C++, C#, .NET, ASP.NET, VB.Net, Node.js, socket.io, D3.js',
    'Engineer @ Work, CI/CD, R&D, front-end',
    'Developer at Acme, works at night, asp dot net',
    'B.Sc, M.Com, B.Tech, Ph.D., e.g. St.Gallen',
    '2015-2018, 2019 - 2020, 10 years, ISO 9001, 24/7',
    'Team of 1,200 at 99.95 %',
  ])('%s stays', (text) => {
    expect(mask(text)).toBe(text)
  })
})

describe('details of the person', () => {
  test.each([
    ['by Ada Quill', 'by ***'],
    ['Quill, Ada', '***'],
    ['the QUILL method', 'the *** method'],
    ['Quíll', '***'],
    ['Ｑｕｉｌｌ', '***'],
    ['Qu\u00adi\u200bll', '***'],
    ['A. Quill', '***'],
    ['Quill, A.', '***.'],
    ["Quill's", "***'s"],
    ['adaquill; AdaQuill; ada-quill; aquill; adaquill88', '***; ***; ***; ***; ***'],
    ['quilling and adaptable', 'quilling and adaptable'],
    ['aq-writes', '***'],
    ['aqwrites', '***'],
    ['I am octoquill there', 'I am *** there'],
    ['inkwell.example/cv', '***'],
    ['inkwell', '***'],
    ['ada.quill.1 at post dot example', '***'],
    ['91 23 41 01', '***'],
    ['9-1-2-3-4-1-0-1', '***'],
    ['of Hidden Lane 7, Bergen', 'of ***, Bergen'],
  ])('%s', (text, masked) => {
    expect(contactMask(ada).mask(text)).toBe(masked)
  })

  test.each<[OwnDetails, string, string]>([
    [anne, 'Oakes method', '*** method'],
    [anne, 'anneoakes; AnneOakes; anne-oakes; A. Oakes', '***; ***; ***; ***'],
    [{ firstName: 'Bo', lastName: 'Li' }, 'Bo Li, B. Li; bo and li', '***; bo and li'],
    [{ firstName: '明', lastName: '李' }, '我是李明。', '我是***。'],
    [{ firstName: '철수', lastName: '김' }, '김철수는', '***는'],
    [{ firstName: 'Łukasz', lastName: 'Müller' }, 'Lukasz MUELLER Muller', '*** MUELLER ***'],
    [{ firstName: 'Sean', lastName: "O'Brien" }, "OBrien, O'Brien, O’Brien", '***'],
    [{ firstName: '- - -', lastName: '-' }, 'a - b - - c', 'a - b - - c'],
    [{ firstName: '', lastName: null, email: '' }, 'a b', 'a b'],
  ])('%o: %s', (own, text, masked) => {
    expect(contactMask(own).mask(text)).toBe(masked)
  })

  test('ranges are indexes of the text, also where its characters fold to more or fewer', () => {
    const text = 'ﬃ Quill\u0301 ㉑ ①②③④⑤⑥⑦'
    expect(
      contactMask(ada)
        .ranges(text)
        .map(({ start, end }) => text.slice(start, end)),
    ).toEqual(['Quill\u0301', '㉑ ①②③④⑤⑥⑦'])
  })
})

describe('names (D-44)', () => {
  test.each([
    ['Ada', 'Quill', 'A*** Q***'],
    ['Anne-Marie', 'van der Berg', 'A*** v*** d*** B***'],
    ['Éa', '(Kit) 李', '*** K*** ***'],
    ['明', '李', '*** ***'],
    ['ada@post.example', '-', 'a***'],
    ['- - -', '-', '***'],
  ])('%s %s is %s', (firstName, lastName, masked) => {
    expect(maskName({ firstName, lastName })).toBe(masked)
  })
})
