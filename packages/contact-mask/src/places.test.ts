import { expect, test } from 'vitest'
import { contactMask } from './contact-mask.ts'
import type { OwnPlaces } from './places.ts'

const masked = (places: OwnPlaces, text: string) => contactMask({ places }).mask(text)
const gaia = { city: 'Vila Nova de Gaia', region: 'Grande Porto', postalCode: '4400-123', country: 'PT' }

test.each([
  ['VILANOVADEGAIA', '***'],
  ['Lives in vila nova de gaia, PT', 'Lives in ***'],
  ['Vila-Nova de Gáia (Portugal)', '*** (***)'],
  ['PORTUGAL', '***'],
  ['Flat in Gaia', 'Flat in ***'],
  ['4400-123 Gaia', '***'],
  ['4400 Gaia', '***'],
  ['4400123', '***'],
  ['Based in PRT', 'Based in ***'],
  ['pt', '***'],
  ['gaia-pt', '***'],
  ['Nurse at Grande Porto hospital', 'Nurse at *** hospital'],
  ['Portugiesisch', 'Portugiesisch'],
  ['Portuguese (Native), part-time, pt 2', 'Portuguese (Native), part-time, pt 2'],
  ['From 葡萄牙', 'From 葡萄牙'],
  ['Aus Portogallo', 'Aus ***'],
])('of Vila Nova de Gaia: %s', (text, shown) => {
  expect(masked(gaia, text)).toBe(shown)
})

test.each([
  [
    { city: 'Tromsø', country: 'NO' },
    'Tromso, TROMSØ, Tromsoe, norge, Norwegen, NO. No way',
    '***, ***, ***, ***, ***. No way',
  ],
  [
    { city: 'München', country: 'DE' },
    'MÜNCHEN Muenchen munchen Münchener Deutschland Germany',
    '*** *** *** *** *** ***',
  ],
  [{ city: 'Berlin' }, "a Berliner, Berlin's best, Berlin-based", 'a ***, *** best, ***-based'],
  [{ city: 'Vilanova' }, 'Vila Nova', '***'],
  [
    { city: 'New York', country: 'US' },
    'NEWYORK, U.S.A., USA, the US of A, u.s., us',
    '***, ***., ***, the *** of A, u.s., us',
  ],
  [{ city: 'London', country: 'GB' }, 'UK. England, GB. United Kingdom', '***. ***. ***'],
  [{ city: 'Å', country: 'NO' }, 'From Å to a', 'From *** to a'],
  [{ city: '東京', country: 'JP' }, '東京都に住む, 日本', '***都に住む, ***'],
  [{ city: 'Zürich, Switzerland', region: 'ZH' }, 'zurich / ZUERICH / ZH / zh', '*** / ***'],
  [{ city: 'Frankfurt am Main' }, 'Frankfurt/Main, the main goal', '***/Main, the main goal'],
  [{ city: 'Lis\u200bboa' }, 'Lisb\u00adoa l i s', '*** l i s'],
  [{ city: 'Aarhus', region: 'Troendelag' }, 'Århus, ÅRHUS, Trøndelag, trondelag', '***, ***, ***, ***'],
  [{ city: 'Caen' }, 'CAEN, can', '***, can'],
  [{}, 'Porto, PT', 'Porto, PT'],
  [{ city: '', region: null, country: 'XX' }, 'XX', 'XX'],
])('%o: %s', (places, text, shown) => {
  expect(masked(places, text)).toBe(shown)
})
