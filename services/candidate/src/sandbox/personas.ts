import { normalForm } from '@jobboard/contracts/characters'
import type { CandidateForm } from '../profiles/candidate.ts'

/** The persons of a new sandbox, one a line, made up: country | first name | last name | city | title | employer | former title |
 * former employer | skills | school | degree | field | lowest salary a year | summary. */
const peopleRows = `
SE|Elin|Bergström|Göteborg|Welder|Varvet Syd|Apprentice welder|Nordstål|TIG welding, MIG welding, Blueprint reading, Aluminium, Forklift licence|Göteborg Technical College|Diploma|Metalwork|420000|Welder for ships and bridges, certified to ISO 9606. I like precise work and I train apprentices.
NL|Ada|de Vries|Utrecht|Head baker|Bakkerij Zonneveld|Baker|De Gouden Korst|Sourdough, Pastry, Recipe development, Food safety, Team leadership|Bakery College Utrecht|Diploma|Baking|36000|Bread before sunrise. I lead a team of six and developed our range of sourdough.
DE|Jonas|Krüger|Hamburg|Softwareentwickler|Hafenlicht Software|Junior-Entwickler|Elbe Digital|Java, Kotlin, Spring Boot, PostgreSQL, Kubernetes|Technische Hochschule Lübeck|BSc|Informatik|62000|Ich entwickle Schnittstellen für Logistik und Häfen. Sauberer Code, automatische Tests und kurze Wege sind mir wichtig.
GB|Amelia|Hughes|Manchester|Registered nurse|Northgate Hospital|Staff nurse|St Brigid Infirmary|Intensive care, Patient assessment, IV therapy, Medication, Mentoring|University of Salford|BSc|Nursing|36000|Registered nurse in adult intensive care. Calm in emergencies, and a mentor to new colleagues.
FR|Camille|Moreau|Lyon|Comptable|Cabinet Rivière|Assistante comptable|Fiduciaire du Parc|Comptabilité générale, Sage, TVA, Paie, Excel|IUT de Lyon|Licence|Comptabilité et finance|38000|Comptable rigoureuse, je gère les déclarations de TVA et la paie de quarante entreprises.
ES|Lucía|Navarro|Valencia|Jefa de cocina|La Huerta|Cocinera|Mesón del Puerto|Cocina mediterránea, Gestión de equipos, Control de costes, APPCC|Escuela de Hostelería de Valencia|Título|Cocina|30000|Cocina de producto y de temporada. Dirijo un equipo de ocho personas y cuido los costes.
US|Marcus|Reed|Chicago|Data engineer|Lakeview Analytics|Data analyst|Prairie Insurance|Python, SQL, Apache Spark, Airflow, dbt|University of Illinois|BS|Computer science|125000|I build reliable data pipelines and the tests around them. Happy with Python, SQL and clear ownership.
PL|Agnieszka|Kowalska|Kraków|Elektryk|Elektromontaż Wawel|Elektromonter|Instalacje Południe|Instalacje elektryczne, Uprawnienia SEP, Pomiary, Rozdzielnice|Technikum Elektryczne|Technik|Elektryka|78000|Elektryk z uprawnieniami SEP do 1 kV. Instalacje w budynkach mieszkalnych i przemysłowych.
IT|Giulia|Ferrari|Bologna|Ingegnere meccanico|Officine Emilia|Progettista|Motori Padani|SolidWorks, CATIA, Analisi FEM, Automazione|Università di Bologna|MSc|Ingegneria meccanica|42000|Progetto componenti per macchine automatiche, dal disegno alla prova in officina.
IE|Conor|Byrne|Dublin|Support engineer|Liffey Cloud|Help desk analyst|Harbour IT|Linux, Networking, Customer support, Python, Incident response|TU Dublin|BSc|Computing|48000|I solve problems of customers and write down how, so that the next one is solved faster.
NO|Ingrid|Haugen|Bergen|Ship's officer|Fjordlinjen|Deck cadet|Vestland Shipping|Navigation, ECDIS, Cargo planning, Safety drills, GMDSS|Western Norway University|BSc|Nautical science|620000|Officer on coastal ferries with a licence for ships below 3000 GT.
DE|Lena|Hoffmann|München|Pflegefachkraft|Klinikum Isartal|Pflegeschülerin|Haus Abendsonne|Grundpflege, Wundversorgung, Dokumentation, Palliativpflege|Pflegeschule München|Examen|Pflege|41000|Pflegefachkraft auf einer Station für Innere Medizin. Ich nehme mir Zeit für Menschen und Angehörige.
PT|Tiago|Almeida|Porto|Desenvolvedor web|Ribeira Digital|Programador júnior|Loja Norte|TypeScript, React, Node.js, PostgreSQL, Acessibilidade|Universidade do Porto|Licenciatura|Engenharia informática|38000|Desenvolvo aplicações web rápidas e acessíveis, do desenho à produção.
CA|Priya|Sharma|Toronto|Product manager|Maple Payments|Business analyst|Queen Street Bank|Roadmaps, User research, SQL, Payments, Agile|University of Waterloo|BA|Economics|115000|Product manager for payments. I talk with users every week and measure what we ship.
JP|Haruto|Tanaka|Tokyo|ソフトウェアエンジニア|桜システム|プログラマー|東京情報サービス|Go, TypeScript, AWS, Docker, PostgreSQL|東京工科大学|学士|情報工学|7200000|決済システムの開発を担当しています。小さな改善を続けることを大切にしています。
DK|Freja|Nielsen|København|UX designer|Studio Havn|Graphic designer|Nørrebro Press|Figma, User research, Prototyping, Design systems, Accessibility|IT University of Copenhagen|MSc|Digital design|480000|I design services that people understand at once, and test them with real users.
FR|Nicolas|Lefèvre|Nantes|Conducteur de travaux|Bâtir Ouest|Chef de chantier|Constructions Loire|Planification, Lecture de plans, Sécurité, Béton armé, Négociation|INSA Rennes|Diplôme|Génie civil|45000|Je conduis des chantiers de logements collectifs, dans les délais et en sécurité.
BE|Lotte|Peeters|Gent|Verpleegkundige|Ziekenhuis De Leie|Zorgkundige|Woonzorg Blaarmeersen|Spoedzorg, Triage, Wondzorg, Medicatie|Hogeschool Gent|Bachelor|Verpleegkunde|39000|Verpleegkundige op de spoedafdeling. Ik blijf rustig als het druk is.
GB|Oliver|Bennett|Leeds|Truck driver|Pennine Haulage|Delivery driver|Aire Couriers|HGV class 1, Tachograph, Route planning, Forklift licence|Leeds City College|NVQ|Logistics|34000|HGV class 1 driver with a clean licence. Night runs and European routes welcome.
ES|Javier|Ortega|Madrid|Comercial|Soluciones Castilla|Dependiente|Almacenes Retiro|Ventas B2B, CRM, Negociación, Prospección|Universidad Complutense|Grado|Administración de empresas|32000|Comercial con cartera propia en el sector industrial. Me gusta cumplir lo que prometo.
CH|Sandro|Keller|Zürich|Projektleiter Bau|Limmat Bau|Bauführer|Hochbau Seefeld|Projektleitung, Kostenkontrolle, Ausschreibungen, SIA-Normen|ETH Zürich|MSc|Bauingenieurwesen|118000|Projektleiter für Wohn- und Schulbauten, von der Ausschreibung bis zur Übergabe.
AU|Chloe|Nguyen|Melbourne|Early childhood teacher|Banksia Kindergarten|Educator|Little Wattle|Early childhood education, Play-based learning, First aid, Inclusion|Deakin University|Bachelor|Education|82000|Teacher for children of three to five years. Curious children and good documentation are my joy.
SE|Oskar|Lindqvist|Malmö|Lagerarbetare|Öresund Logistik|Butiksbiträde|Möllans Livs|Truckkort, Plockning, Inventering, WMS|Malmö gymnasium|Examen|Handel|330000|Noggrann lagerarbetare med truckkort A och B. Jag trivs med skift.
NL|Sem|Bakker|Rotterdam|Procesoperator|Maasvlakte Chemie|Monteur|Havenbedrijf Techniek|Procesbewaking, VAPRO B, Onderhoud, Veiligheid|Techniek College Rotterdam|MBO 4|Procestechniek|44000|Procesoperator in de volcontinudienst. Veiligheid staat voor mij altijd voorop.
US|Sofia|Martinez|Austin|Electrician|Lone Star Electric|Apprentice electrician|Hill Country Power|Residential wiring, Solar installation, NEC code, Troubleshooting|Austin Community College|Certificate|Electrical technology|68000|Licensed journeyman electrician. Residential and solar work, done safely and on time.
AT|Maximilian|Gruber|Wien|Koch|Gasthaus Lindengrün|Jungkoch|Hotel Prater|Österreichische Küche, Menüplanung, Hygiene, Teamarbeit|Tourismusschule Wien|Lehrabschluss|Gastronomie|32000|Koch mit Freude an regionaler Küche und an ruhigem Arbeiten, auch bei vollem Haus.
FI|Aino|Virtanen|Helsinki|Machine learning engineer|Aurora Vision|Research assistant|Kallio Labs|Python, PyTorch, Computer vision, MLOps, C++|Aalto University|MSc|Machine learning|68000|I bring computer vision models into production and keep them honest with good tests.
PL|Piotr|Zieliński|Gdańsk|Spawacz|Stocznia Bałtyk|Ślusarz|Metalplast|Spawanie TIG, Spawanie MAG, Rysunek techniczny, Stal nierdzewna|Zespół Szkół Okrętowych|Świadectwo|Spawalnictwo|84000|Spawacz konstrukcji stalowych i rurociągów. Uprawnienia TIG i MAG.
IT|Marco|Romano|Napoli|Cuoco|Trattoria Vesuvio|Aiuto cuoco|Albergo Marechiaro|Cucina napoletana, Pizza, Menù, HACCP|Istituto Alberghiero|Diploma|Enogastronomia|27000|Cuoco di mare e di terra. Cucina semplice, ingredienti buoni, squadra affiatata.
GB|Zara|Khan|London|Accountant|Thames Ledger|Audit associate|Holborn Partners|ACCA, IFRS, Management accounts, Excel, Power BI|University of Warwick|BSc|Accounting and finance|52000|ACCA accountant for growing companies. Month end in four days, without surprises.
FR|Inès|Garnier|Marseille|Développeuse full stack|Calanques Tech|Développeuse web|Studio Panier|PHP, Symfony, Vue.js, MySQL, Docker|Aix-Marseille Université|Master|Informatique|44000|Je développe des applications web utiles et testées, et j'aime transmettre.
DE|Emre|Yıldız|Berlin|Elektroniker|Spree Gebäudetechnik|Auszubildender|Elektro Kreuzberg|Gebäudeautomation, KNX, Photovoltaik, Schaltschrankbau|Oberstufenzentrum Berlin|Gesellenbrief|Energie- und Gebäudetechnik|43000|Elektroniker für Gebäudetechnik mit Schwerpunkt Photovoltaik und KNX.
BR|Ana|Oliveira|São Paulo|Analista de recursos humanos|Paulista Serviços|Assistente de RH|Grupo Ipiranga|Recrutamento, Entrevistas, Folha de pagamento, Indicadores|Universidade de São Paulo|Bacharelado|Psicologia|78000|Analista de RH com foco em recrutamento e em uma boa experiência de quem se candidata.
IE|Aoife|Kelly|Cork|Pharmacist|Lee Valley Pharmacy|Pharmacy intern|Mercy Chemists|Dispensing, Patient counselling, Vaccination, Stock control|University College Cork|MPharm|Pharmacy|68000|Community pharmacist and vaccinator. People remember that I listen.
US|Daniel|Kim|Seattle|Site reliability engineer|Cascade Cloud|Systems administrator|Puget Hosting|Kubernetes, Terraform, Go, Prometheus, Incident response|University of Washington|BS|Computer engineering|155000|I keep systems up and pages rare: Kubernetes, Terraform, Prometheus and blameless reviews.
SE|Maja|Ekström|Uppsala|Civil engineer|Fyris Konsult|Trainee engineer|Mälardalen Bygg|Structural analysis, AutoCAD, Revit, Eurocodes, Timber construction|Uppsala University|MSc|Civil engineering|480000|Structural engineer for timber buildings, from the first sketch to the inspection.
NL|Fatima|El Amrani|Amsterdam|Customer service agent|Grachten Telecom|Shop assistant|Winkel van Noord|Customer support, Zendesk, Dutch, Arabic, Conflict resolution|ROC van Amsterdam|MBO 3|Commerce|31000|I help customers in Dutch, English and Arabic, by chat and by phone.
ES|Marta|Iglesias|Barcelona|Ingeniera de datos|Tibidabo Data|Analista de datos|Gràcia Retail|Python, SQL, Spark, Kafka, AWS|Universitat Politècnica de Catalunya|Máster|Ciencia de datos|46000|Construyo canales de datos fiables con Spark y Kafka, y los documento.
GB|Grace|Okafor|Birmingham|Primary school teacher|Canal Street Primary|Teaching assistant|Rosewood School|Lesson planning, Phonics, Safeguarding, Special needs, Assessment|University of Birmingham|PGCE|Education|36000|Teacher of years one and two. Every child can read; some need another way.
NO|Henrik|Solberg|Trondheim|Carpenter|Nidaros Tre|Apprentice carpenter|Byåsen Bygg|Timber framing, Joinery, Roofing, Blueprint reading, Site safety|Trondheim Vocational School|Trade certificate|Carpentry|500000|Carpenter with a trade certificate. New houses, old windows and everything between.
`

/** What people of a country have in common: the start of their phone number, postal code, currency and native language. */
const countries: Record<string, [phone: string, postalCode: string, currency: string, language: string]> = {
  AT: ['+43 660', '1070', 'EUR', 'German'],
  AU: ['+61 4', '3056', 'AUD', 'English'],
  BE: ['+32 470', '9000', 'EUR', 'Dutch'],
  BR: ['+55 11 9', '05409-000', 'BRL', 'Portuguese'],
  CA: ['+1 416 555', 'M4Y 1R5', 'CAD', 'English'],
  CH: ['+41 78', '8004', 'CHF', 'German'],
  DE: ['+49 151', '20357', 'EUR', 'German'],
  DK: ['+45 2', '2200', 'DKK', 'Danish'],
  ES: ['+34 6', '46005', 'EUR', 'Spanish'],
  FI: ['+358 40', '00530', 'EUR', 'Finnish'],
  FR: ['+33 6', '69003', 'EUR', 'French'],
  GB: ['+44 7700', 'M4 5JD', 'GBP', 'English'],
  IE: ['+353 85', 'D08 X2A1', 'EUR', 'English'],
  IT: ['+39 3', '40126', 'EUR', 'Italian'],
  JP: ['+81 90', '150-0001', 'JPY', 'Japanese'],
  NL: ['+31 6', '3512 JE', 'EUR', 'Dutch'],
  NO: ['+47 4', '5004', 'NOK', 'Norwegian'],
  PL: ['+48 6', '31-154', 'PLN', 'Polish'],
  PT: ['+351 91', '4050-123', 'EUR', 'Portuguese'],
  SE: ['+46 70', '413 01', 'SEK', 'Swedish'],
  US: ['+1 312 555', '60614', 'USD', 'English'],
}

const people = peopleRows
  .trim()
  .split('\n')
  .map((row) => {
    const [country, firstName, lastName, city, title, employer, formerTitle, formerEmployer, ...rest] =
      row.split('|') as [string, string, string, string, string, string, string, string, ...string[]]
    const [skills, school, degree, field, salary, summary] = rest as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    return {
      country,
      firstName,
      lastName,
      city,
      positions: [
        [title, employer],
        [formerTitle, formerEmployer],
      ] as const,
      skills: skills.split(', '),
      studied: { school, degree, field },
      salary: Number(salary),
      summary,
    }
  })

const statuses = ['ActivelyLooking', 'OpenToOffers', 'OpenToOffers', 'NotLooking'] as const
const kinds = [['FullTime'], ['FullTime', 'PartTime'], ['FullTime', 'Contract'], ['PartTime']] as const

/** The profile of the candidate of a sandbox at this place, from 0, complete and always the same. After the last person they
 * begin again with other family names. */
export function personaAt(index: number): CandidateForm {
  const round = Math.floor(index / people.length)
  const person = people[index % people.length]!
  const { country, firstName, city, positions, skills, studied, salary, summary } = person
  const { lastName } = people[(index + 3 * round) % people.length]!
  const [phone, postalCode, expectedSalaryCurrency, native] = countries[country]!
  const [[title, employer], [formerTitle, formerEmployer]] = positions
  const address = [firstName, lastName].map(toAscii).join('.')
  const number = String(1_000_000 + ((index * 7_919) % 9_000_000))
  const [begunIn, changedIn] = [2008 + (index % 8), 2016 + (index % 7)]
  const month = String(1 + (index % 12)).padStart(2, '0')
  return {
    firstName,
    lastName,
    email: `${address}.${index + 1}@sandbox.invalid`,
    phone: `${phone} ${number.slice(0, 3)} ${number.slice(3)}`,
    linkedInUrl: `https://linkedin.example/in/${address.replace('.', '-')}-${index + 1}`,
    gitHubUrl: undefined,
    websiteUrl: undefined,
    headline: `${title}, ${employer}`,
    summary,
    street: undefined,
    city,
    region: undefined,
    postalCode,
    country,
    careerStatus: statuses[index % statuses.length]!,
    expectedSalaryMin: salary,
    expectedSalaryMax: Math.round(salary * 1.2),
    expectedSalaryCurrency,
    noticePeriodDays: 30 * (index % 4),
    jobTypes: [...kinds[index % kinds.length]!],
    skills,
    languages: [
      { language: native, level: 'Native' },
      native === 'English'
        ? { language: 'Spanish', level: 'Basic' }
        : { language: 'English', level: index % 2 ? 'Fluent' : 'Conversational' },
    ],
    nationalities: [country],
    employmentHistory: [
      {
        title,
        employer,
        startMonth: `${changedIn}-${month}`,
        endMonth: null,
        description: skills.slice(0, 3).join(', '),
      },
      {
        title: formerTitle,
        employer: formerEmployer,
        startMonth: `${begunIn}-09`,
        endMonth: `${changedIn - 1}-12`,
        description: skills.slice(-2).join(', '),
      },
    ],
    education: [{ ...studied, endYear: begunIn }],
    consentExpiresAt: undefined,
    isSearchable: undefined,
  }
}

const others: Record<string, string> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', ı: 'i' }

function toAscii(name: string): string {
  const plain = normalForm(name.toLowerCase(), 'NFKD').replace(/[øłßæı]/g, (letter) => others[letter]!)
  return plain.replace(/[^a-z]/g, '')
}
