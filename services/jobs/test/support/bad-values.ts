/** Values of the wrong JSON type for a text field. */
const notText = [
  5,
  1e308,
  true,
  [],
  ['x'],
  {},
  { toString: 'x' },
  JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`),
]

// NUL, a bell, DEL, a C1 control; lone and swapped surrogates.
const unstorable = ['a\u0000b', 'a\u0007b', 'a\u007fb', 'a\u009fb', 'a\ud800b', 'a\udc00', '\udc00\ud800']
const lineBreaks = ['a\nb', 'a\r\nb', 'a\tb', 'a\u0085b', 'a\u2028b', 'a\u2029b']

/** One more character than allowed, counted in code points (D-21): of one and of two UTF-16 units. */
const tooLong = (max: number) => ['x'.repeat(max + 1), '😀'.repeat(max + 1)]

/** Invalid values of a multi-line text. */
export const badText = (max: number): unknown[] => [...notText, ...unstorable, ...tooLong(max)]
/** Invalid values of a single-line text. */
export const badLine = (max: number): unknown[] => [...badText(max), ...lineBreaks]
/** Invalid values of an enum. */
export const badEnum = (allowed: readonly string[]): unknown[] => [
  ...notText,
  'Some',
  ' ',
  allowed[0]!.toLowerCase(),
  `${allowed[0]} `,
  allowed.join(','),
  'constructor',
  '__proto__',
]
/** Invalid amounts of a salary (P-413). */
export const badAmount: unknown[] = [
  ...[true, [], {}, 'x', '5', ' '],
  ...[-0.01, -1, 0.001, 1.005, 12.345, 10_000_000_000, 1e308, 5e-324],
]
export const badCurrency: unknown[] = [5, true, [], {}, 'eur', 'EURO', 'XX', 'E', ' EUR', '978', 'EUR\u0000']
export const badCountry: unknown[] = [
  ...notText,
  'XX',
  'us',
  'USA',
  'UK',
  'Norway',
  'N',
  ' NO',
  '578',
  'NO\u0000',
]
export const badEmail: unknown[] = [
  ...badLine(200),
  'nobody',
  'a@-b.example',
  'a@b@example.com',
  'a b@example.com',
  '@example.com',
  'a@',
  'a@example..com',
  'ü@example.com',
  'a@bücher.example',
  'Ada <a@example.com>',
  'a@example.com,b@example.com',
  `${'x'.repeat(200)}@example.com`,
]
export const badUrl: unknown[] = [
  ...badLine(2_000),
  'example.com/apply',
  '//example.com/apply',
  '/apply',
  'https:',
  'https://',
  'https:example.com',
  'https://exa mple.com',
  'https://example.com:99999',
  'ftp://example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@example.com',
]
export const badBoolean: unknown[] = ['true', '', 0, 1, [], {}]
export const badTimestamp: unknown[] = [
  ...notText,
  '',
  ' ',
  'tomorrow',
  '1900000000',
  '2030-01-31',
  '2030-01-31T12:00:00',
  '2030-01-31T12:00Z',
  '2030-01-31 12:00:00Z',
  '2030-01-31t12:00:00z',
  '20300131T120000Z',
  '2030-W05-4T12:00:00Z',
  '2030-031T12:00:00Z',
  '+002030-01-31T12:00:00Z',
  '2030-02-30T12:00:00Z',
  '2029-02-29T12:00:00Z',
  '2030-13-01T12:00:00Z',
  '2030-01-31T24:00:00Z',
  '2030-01-31T23:59:60Z',
  '2030-01-31T12:00:00,5Z',
  '2030-01-31T12:00:00+0200',
  '2030-01-31T12:00:00+24:00',
  '2030-01-31T12:00:00+99:99',
  ' 2030-01-31T12:00:00Z',
  '2030-01-31T12:00:00Z\n',
  '２０３０-01-31T12:00:00Z',
  '0000-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
]
