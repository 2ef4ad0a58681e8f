/** A field of work and its words. */
export interface Occupation {
  titles: readonly string[]
  skills: readonly string[]
  /** What is done, in the past tense. */
  tasks: readonly string[]
  study: string
}

const list = (text: string) => text.split(', ')

/** Fields of work, with titles from junior to senior. */
export const occupations: readonly Occupation[] = [
  {
    titles: list('Software Developer, Backend Developer, Senior Software Engineer, Engineering Manager'),
    skills: list(
      'TypeScript, Java, Python, PostgreSQL, Kubernetes, Linux, REST APIs, Git, Terraform, code review',
    ),
    tasks: list('built billing services, removed slow queries, moved batch jobs to events, wrote load tests'),
    study: 'Computer Science',
  },
  {
    titles: list('Nurse, Registered Nurse, Ward Nurse, Head Nurse'),
    skills: list(
      'patient care, wound care, triage, medication, palliative care, documentation, infection control',
    ),
    tasks: list(
      'cared for surgical patients, trained new colleagues, planned shifts, led the handover of the ward',
    ),
    study: 'Nursing',
  },
  {
    titles: list('Electrician, Industrial Electrician, Maintenance Electrician, Site Supervisor'),
    skills: list(
      'wiring, PLC, fault finding, switchgear, safety inspection, solar panels, motor control, drawings',
    ),
    tasks: list(
      'installed control cabinets, inspected machines, wired new buildings, repaired conveyor drives',
    ),
    study: 'Electrical Engineering',
  },
  {
    titles: list('Accountant, Financial Accountant, Senior Accountant, Finance Manager'),
    skills: list(
      'bookkeeping, IFRS, VAT, payroll, SAP, Excel, annual accounts, budgeting, audit preparation',
    ),
    tasks: list(
      'closed the monthly books, prepared annual accounts, introduced cost centres, reconciled ledgers',
    ),
    study: 'Business Administration',
  },
  {
    titles: list('Cook, Chef de Partie, Sous Chef, Head Chef'),
    skills: list(
      'menu planning, HACCP, pastry, sauces, purchasing, butchery, kitchen management, food costing',
    ),
    tasks: list('ran the grill station, planned seasonal menus, trained apprentices, reduced food waste'),
    study: 'Culinary Arts',
  },
  {
    titles: list('Teacher, Primary School Teacher, Special Needs Teacher, Deputy Head'),
    skills: list(
      'lesson planning, assessment, classroom management, reading support, mathematics, parent meetings',
    ),
    tasks: list(
      'taught mixed classes, designed reading lessons, supported pupils with special needs, led projects',
    ),
    study: 'Education',
  },
  {
    titles: list('Warehouse Worker, Forklift Driver, Shift Leader, Logistics Manager'),
    skills: list(
      'forklift, inventory, picking, SAP, dispatch, customs documents, route planning, lean logistics',
    ),
    tasks: list(
      'loaded international freight, counted stock, planned deliveries, introduced scanner picking',
    ),
    study: 'Logistics',
  },
  {
    titles: list('Sales Assistant, Account Manager, Key Account Manager, Head of Sales'),
    skills: list(
      'negotiation, CRM, cold calling, forecasting, Salesforce, tenders, customer service, pricing',
    ),
    tasks: list(
      'won new accounts, negotiated yearly contracts, prepared tenders, built the regional pipeline',
    ),
    study: 'Marketing',
  },
  {
    titles: list('Mechanical Designer, Mechanical Engineer, Project Engineer, Lead Engineer'),
    skills: list('SolidWorks, CAD, FEM, tolerances, hydraulics, prototyping, ISO 9001, welding, pump design'),
    tasks: list(
      'designed pump housings, calculated loads, released drawings, followed prototypes to production',
    ),
    study: 'Mechanical Engineering',
  },
  {
    titles: list('Data Analyst, Business Analyst, Data Scientist, Head of Analytics'),
    skills: list('SQL, Python, Power BI, statistics, dashboards, A/B tests, forecasting, data quality, dbt'),
    tasks: list(
      'built sales dashboards, forecast demand, cleaned customer data, explained results to managers',
    ),
    study: 'Statistics',
  },
]

/** How a task went. */
export const achievements = list(
  'which saved a fifth of the time, with a team of four, for three sites, on time and within budget, ' +
    'together with suppliers, under strict quality rules, for customers in several countries, ' +
    'with fewer errors than before, during a large reorganisation, as deputy of the manager',
)

/** Employers that do not exist. */
export const employers = list(
  'Fjord Lamps, Nordlys Group, Havn Logistics, Brook & Weir, Lindenhof Clinic, Alder Foods, Sundial Systems, ' +
    'Quarry Street School, Kestrel Retail, Mole Valley Works, Atlas Pumps, Heron Finance, Vela Software, Baltic Freight, ' +
    'Juniper Hotels, Copperfield Energy, Meridian Health, Tallis Machines, Wren Consulting, Osprey Media',
)

/** Schools that do not exist. */
export const schools = list(
  'University of Norrland, Elbe Technical College, Adriatic University, Saint Brendan College, Rhine Business School, ' +
    'Vistula Polytechnic, Douro Institute, Pennine University',
)
