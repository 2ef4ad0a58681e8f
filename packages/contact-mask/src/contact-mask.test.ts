import { describe, expect, test } from 'vitest'
import { contactMask, maskName } from './contact-mask.ts'
import type { OwnDetails } from './own-texts.ts'
import { SPELLINGS } from './spelling.ts'

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

describe('details of the person (P-21)', () => {
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
    [{ firstName: 'Łukasz', lastName: 'Müller' }, 'Lukasz and MUELLER Muller', '*** and ***'],
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

describe('a name in each usual spelling (P-593)', () => {
  test.each([
    ['Jürgen Müllerheim', 'Juergen Muellerheim; Jurgen Mullerheim; JÜRGEN; Mu\u0308llerheim; J. Muellerheim'],
    ['Juergen Muellerheim', 'Jürgen Müllerheim; Jurgen Mullerheim; juergenmuellerheim'],
    ['Jurgen Mullerheim', 'Jürgen Müllerheim; Mullerheim; Juergen; JuergenMuellerheim'],
    ['Söre Löw', 'Soere Loew; Löw, Sore'],
    ['Søren Sørenskov', 'Soeren Soerenskov; Soren Sorenskov; Sören; SSoerenskov'],
    ['Nils Åkessonby', 'Nils Aakessonby; Akessonby; Aakessonby'],
    ['Kaare Aas', 'Kåre Ås; Kaare Ås'],
    ['Bjørg Sæther', 'Bjoerg Saether; Sather; Bjørg Säther; Bjorg'],
    ['Groß Weißmüller', 'Gross Weissmueller; GROSS WEISSMULLER'],
    ['Đorđe Đorđenović', 'Djordje Djordjenovic; Dorde Dordenovic; Ђорђе Ђорђеновић; Djordjenovich'],
    ['Djordje Djordjenovic', 'Đorđe Đorđenović; Ђорђе; Djordjenović'],
    ['Łukasz Żółkiewski', 'Lukasz Zolkiewski'],
    ['Šárka Dvořáčková', 'Sarka Dvorackova; Sharka'],
    ['Işıl Yağmuroğlu', 'Isil Yagmuroglu; ISIL YAĞMUROĞLU'],
    ['Þórdís Guðmundsdóttir', 'Thordis Gudmundsdottir'],
    ['Đặng Nguyễn', 'Dang Nguyen'],
    [
      'Дмитрий Соколовский',
      'Dmitry Sokolovsky; Dmitri Sokolovskiy; Dmitriy Sokolovskii; Dmitrij Sokolovskij; D. Sokolovsky',
    ],
    ['Dmitry Sokolovsky', 'Дмитрий Соколовский; ДМИТРИЙ; Соколовский'],
    ['Володимир Зеленський', 'Volodymyr Zelenskyy; Volodymyr Zelensky; Zelenskyi'],
    ['Татьяна Ильина', 'Tatiana Ilyina; Tatyana Ilina; Tatjana Iljina'],
    ['Нұрсұлтан Қасымов', 'Nursultan Kasymov; Nursultan Qasymov'],
    ['Юлия Щербакова', 'Yulia Shcherbakova; Julia Scherbakova; Iuliia Shcherbakova; Yuliya'],
    ['Александр Хрущёв', 'Alexander Khrushchev; Aleksandr Khrushchyov; Alexandr Hruschev'],
    ['Сергій Ковальчук', 'Serhii Kovalchuk; Serhiy Kovalchuk'],
    [
      'Νίκος Παπαδόπουλος',
      'Nikos Papadopoulos; Nicos Papadopoulos; PAPADOPOULOS; ΠΑΠΑΔΟΠΟΥΛΟΣ; nikospapadopoulos',
    ],
    ['Nikos Papadopoulos', 'Νίκος Παπαδόπουλος; ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ['Ευάγγελος Χατζηγιάννης', 'Evangelos Chatzigiannis; Evaggelos Hatzigiannis; Evangelos Hatziyannis'],
    ['Μπάμπης Ντούσης', 'Babis Dousis; Bampis Ntousis'],
  ])('%s', (name, spellings) => {
    const [firstName, lastName] = name.split(' ')
    const { mask } = contactMask({ firstName, lastName })
    for (const spelling of spellings.split('; ')) expect(mask(`by ${spelling}, cook`)).toBe('by ***, cook')
  })

  test.each([
    ['Anna Haas', 'Anna has a bar in Bad Ems', '*** has a bar in Bad Ems'],
    ['Eva Baer', 'the bar exam', 'the bar exam'],
    ['Eva Loew', 'a low price', 'a low price'],
    ['Robin Gust', 'guest services', 'guest services'],
    ['Robin Blu', 'blue and true value', 'blue and true value'],
    ['Илья Гай', 'a guy who has it', 'a guy who has it'],
    ['Ян Ли', 'Yan and Li; Yan Li', 'Yan and Li; ***'],
  ])('%s: the words of "%s" stay', (name, text, masked) => {
    const [firstName, lastName] = name.split(' ')
    expect(contactMask({ firstName, lastName }).mask(text)).toBe(masked)
  })

  test.each([
    [{ street: 'Königstraße 7' }, 'in Koenigstrasse 7, Bonn', 'in ***, Bonn'],
    [{ street: 'Koenigstrasse 7' }, 'in Königstraße 7, Bonn', 'in ***, Bonn'],
    [{ street: 'улица Ленина 5' }, 'ulitsa Lenina 5', '***'],
    [{ linkedInUrl: 'https://linkedin.com/in/jürgen-mü' }, 'juergen-mue', '***'],
    [{ email: 'müllerheim@post.example' }, 'I am muellerheim', 'I am ***'],
  ])('%o: %s', (own, text, masked) => {
    expect(contactMask(own).mask(text)).toBe(masked)
  })
})

describe('names (D-44)', () => {
  test.each([
    ['Ada', 'Quill', 'A*** Q***'],
    ['Anne-Marie', 'van der Berg', 'A*** v*** d*** B***'],
    ['Éa', '(Kit) 李', '*** K*** ***'],
    ['Suharto', 'Suharto', 'S***'],
    ['\u3164A\u200bda', 'Quill', 'A*** Q***'],
    ['明', '李', '*** ***'],
    ['ada@post.example', '-', 'a***'],
    ['- - -', '-', '***'],
  ])('%s %s is %s', (firstName, lastName, masked) => {
    expect(maskName({ firstName, lastName })).toBe(masked)
  })
})

test('the table of spellings has ways of at most four plain letters', () => {
  for (const [letter, ways] of SPELLINGS) {
    for (const way of ways) expect([letter, way]).toEqual([letter, expect.stringMatching(/^[a-z]{0,4}$/)])
  }
})
