import { expect, test } from 'vitest'
import { isSensitive } from './sensitive.ts'

test.each([
  ...[
    'Practising Muslim',
    'M\u200bUSLIM',
    'Catholic',
    'Katholisch',
    'Jüdisch',
    'Née chrétienne',
    'Jestem katolikiem',
  ],
  ...[
    'Мусульманин',
    '信仰基督教',
    'Member of the Labour Party',
    'SPD-Parteimitglied',
    'Trade union member',
    'Syndicat CGT',
  ],
  ...[
    'Mitglied der IG Metall',
    'ver.di-Mitglied',
    'African-American woman',
    'Nationality Swiss',
    'Swiss citizen',
  ],
  ...[
    'I am French',
    'Je suis français',
    'Soy mexicano',
    'Passport: Kenyan',
    'Ich bin Türke',
    'Sono italiana',
  ],
  ...[
    'Proud gay man',
    'Sexual orientation: bisexual',
    'pronouns she/her',
    'Married',
    'Verheiratet, zwei Kinder',
  ],
  ...[
    'célibataire',
    'Casado',
    'Ik ben getrouwd',
    'Mother of two',
    'I am 61',
    'Age: 61',
    '61 years old',
    'Welder, 61 years',
  ],
  ...[
    'J’ai 61 ans',
    'Ich bin 58 Jahre alt',
    'Tengo 47 años',
    'Born 1 May',
    'Née à Lyon',
    'Photo attached',
    'Blood type AB',
  ],
  ...[
    'I have diabetes',
    'Diabetic',
    'Schwerbehindert (GdB 50)',
    'HIV-positive consultant',
    'Wheelchair user',
  ],
  ...[
    'Recovering from my surgery',
    'I suffer from depression',
    'Epileptic since birth',
    'No criminal record',
  ],
])('a sentence of the author is sensitive: "%s" (P-111)', (sentence) => {
  expect(isSensitive(sentence, [])).toBe(true)
})

test.each([
  ...[
    'Kept the lamp',
    'Led teams for 20 years',
    '14 years building large systems',
    'Visual aids for classes',
  ],
  ...[
    'Core services in Rust',
    'I wrote Rust',
    'Black-box testing',
    'Treated patients with diabetes',
    'Fluent in German',
  ],
  ...[
    'Managed medication for residents',
    'French cuisine',
    'European Union funding',
    'Single page applications',
  ],
  ...[
    'Parent company reporting',
    'Gift shop',
    'Photo retouching',
    'Male connectors',
    'I led 30 people',
    'I ran operations',
  ],
  ...['Reduced costs by 25 % in 2 years', 'Health and safety', 'Nursed in a hospital', 'Digital archives'],
])('an ordinary sentence of a career is not: "%s"', (sentence) => {
  expect(isSensitive(sentence, [])).toBe(false)
})

test('the country of the profile and its people are sensitive, those of others are not', () => {
  expect(isSensitive('Swiss software engineer', ['CH'])).toBe(true)
  expect(isSensitive('Schweizerin, Softwareentwicklung', ['FR', 'CH'])).toBe(true)
  expect(isSensitive('Swiss software engineer', ['FR', 'XX'])).toBe(false)
})
