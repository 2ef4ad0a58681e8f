/** First names of several languages. */
export const firstNames = (
  'Ada Amara Anders Anna Aylin Beatriz Bjørn Camille Carlos Chiara Chloé Daan Dana Diego Ebba Elena Emeka Emil ' +
  'Emma Erik Esra Eva Farah Felix Fatima Finn Freya Gabriel Giulia Hana Hannah Hugo Ida Ines Ingrid Ivan Jakub ' +
  'Jana Jens João Johan Julia Kai Karin Katarzyna Kofi Lars Laura Leila Lena Leon Liam Lina Linus Lucía Lukas ' +
  'Magnus Mai Malik María Marta Mateo Mehmet Mia Milan Mina Nadia Nils Nina Noah Nora Olga Oliver Omar Oskar ' +
  'Paula Pavel Priya Rafael Rania Raj Rosa Sami Sanna Sara Sofia Stefan Søren Tariq Teresa Theo Thomas Tomás ' +
  'Ulla Vera Victor Vera Wiktor Yara Yusuf Zoë Zuzanna'
).split(' ')

/** Last names of several languages. */
export const lastNames = (
  'Abebe Adeyemi Ahmed Almeida Andersen Bakker Bauer Becker Berg Bernard Bianchi Blom Borg Bruun Cabrera Carlsen ' +
  'Castro Costa Dahl Demir Diaz Dubois Eide Ekström Eriksen Fischer Fernández Fontaine Fuchs García Gruber Haas ' +
  'Hagen Hansen Hassan Hoffmann Horváth Ibrahim Iversen Jansen Jensen Johansson Kaya Keller Khan Klein Kowalska ' +
  'Krause Kumar Lange Larsen Laurent Lind Lopes Lund Madsen Maier Marino Martin Mensah Meyer Moreau Moreno Müller ' +
  'Nagy Navarro Nilsen Novák Okafor Olsen Ortiz Patel Pedersen Pereira Peters Petrov Popescu Ramos Reyes Ricci ' +
  'Rossi Roux Santos Schmidt Schneider Schulz Silva Sørensen Simon Singh Smit Svensson Szabó Tanaka Torres Vargas ' +
  'Visser Vogel Wagner Weber Wójcik Yıldız Zeman Zimmermann'
).split(' ')

/** Where people live: city, country, its currency and language. */
export const places = [
  ['Oslo', 'NO', 'NOK', 'Norwegian'],
  ['Bergen', 'NO', 'NOK', 'Norwegian'],
  ['Stockholm', 'SE', 'SEK', 'Swedish'],
  ['Malmö', 'SE', 'SEK', 'Swedish'],
  ['København', 'DK', 'DKK', 'Danish'],
  ['Helsinki', 'FI', 'EUR', 'Finnish'],
  ['Berlin', 'DE', 'EUR', 'German'],
  ['Hamburg', 'DE', 'EUR', 'German'],
  ['Köln', 'DE', 'EUR', 'German'],
  ['Wien', 'AT', 'EUR', 'German'],
  ['Zürich', 'CH', 'CHF', 'German'],
  ['Amsterdam', 'NL', 'EUR', 'Dutch'],
  ['Paris', 'FR', 'EUR', 'French'],
  ['Lyon', 'FR', 'EUR', 'French'],
  ['Madrid', 'ES', 'EUR', 'Spanish'],
  ['Valencia', 'ES', 'EUR', 'Spanish'],
  ['Lisboa', 'PT', 'EUR', 'Portuguese'],
  ['Milano', 'IT', 'EUR', 'Italian'],
  ['Kraków', 'PL', 'PLN', 'Polish'],
  ['Praha', 'CZ', 'CZK', 'Czech'],
  ['London', 'GB', 'GBP', 'English'],
  ['Leeds', 'GB', 'GBP', 'English'],
  ['Dublin', 'IE', 'EUR', 'English'],
  ['Boston', 'US', 'USD', 'English'],
  ['Denver', 'US', 'USD', 'English'],
  ['Toronto', 'CA', 'CAD', 'English'],
] as const

/** Other languages that people learn. */
export const languages = [
  'English',
  'German',
  'French',
  'Spanish',
  'Norwegian',
  'Arabic',
  'Polish',
  'Mandarin',
]
