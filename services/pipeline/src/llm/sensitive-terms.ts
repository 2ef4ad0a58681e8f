// Words that state a special category of personal data wherever they stand. `*` is any ending, `_` a space; case and
// diacritics do not count. English, German, French, Spanish, Italian, Portuguese, Dutch, Nordic languages, Polish, Russian.

const religion = `
  religio* relig* faith_based muslim* moslem* islam* christian* christen* christ chretien* cristian* catholic* katholi* katoli*
  catolic* cattolic* catholique* protestant* evangeli* orthodox_church lutheran* baptist* methodist* mormon* jehova* anglican*
  jew jews jewish judaism judisch* jude juden judin juif* juive* judio* judia* ebreo ebrei ebrea joods* jodedom* zyd* hindu*
  buddhis* budis* bouddhis* sikh* atheis* ateis* athe agnosti* quaker* adventist* pentecost* church* kirche* kirchlich* eglise*
  iglesia* chiesa* igreja* kerk* kyrka* kirke* kosciol* parish* pfarr* paroisse* parroqui* parrocchi* mosque* moschee* mosquee*
  mezquita* moschea* synagog* sinagoga* temple_member bible* bibel* biblia* bibbia* koran* quran* torah* gospel pastor* priest*
  imam* rabbi* clergy* prayer* pray prays gebet* priere* ramadan* shabbat* sabbath* hijab* halal kosher koscher* worship*
  konfession* confession_religieuse getauft baptised baptized communion ministry_of_god mission_trip bible_study мусульман* христиан*
  православ* католи* иуде* еврей* церк* религи* ислам*`

const politics = `
  party_member* party_membership parteimitglied* parteibuch member_of_the_party membre_du_parti membre_d_un_parti
  miembro_del_partido membro_del_partito membro_do_partido partijlid partimedlem* communist* kommunist* communiste* comunista*
  socialist_party social_democrat* sozialdemokrat* christian_democrat* democratic_party republican_party labour_party labor_party
  conservative_party green_party liberal_democrats tory tories left_wing right_wing spd cdu csu afd fdp npd ump
  rassemblement_national front_national parti_socialiste partido_popular psoe podemos vox_party partito_democratico lega_nord
  political_activis* political_view* political_opinion* political_belief* politische_uberzeugung* opinion_politique opinions_politiques
  opinion_politica political_party political_parties politically_active politisch_aktiv campaigned_for anarchist* feminist*
  black_lives_matter коммунист* член_партии`

const union = `
  trade_union* labor_union* labour_union* union_member* union_rep* union_delegate* union_steward* union_activis* union_organi*
  union_official* shop_steward* unionist* gewerkschaft* ver_di ig_metall betriebsrat* personalrat* syndicat syndicats syndical* syndique*
  delegue_syndical cgt cfdt sindicato sindicatos sindical* sindacat* ccoo comisiones_obreras cgil cisl uil vakbond* fnv fagforening*
  tillitsvalgt fackforbund* fackforening* tillidsrepresentant* zwiazek_zawodowy zwiazkow_zawodowych профсоюз* afl_cio teamsters seiu`

const origin = `
  ethnic* ethnisch* ethnie* etnia* etnic* etnisk* nationalit* nacionalid* nazionalita nasjonalitet statsborger* medborgarskap
  staatsangehorig* staatsburger* citizenship citoyennete ciudadania cittadinanza cidadania burgerschap obywatel* гражданство
  citizen_of national_of native_of native_born passport* reisepass passeport* pasaporte* passaporto* paspoort* naturalised naturalized
  eingeburgert naturalise* migrationshintergrund immigrant_background migrant_background immigre* immigrant_family mixed_race
  person_of_color person_of_colour people_of_color people_of_colour bipoc african_american* afro_american* asian_american* latino
  latina latinx latinos latinas hispanic* black_woman black_man black_person black_women black_men white_man white_woman
  romani roma_community sinti gypsy gitano* indigenous_person indigenous_descent aborigin* native_american* first_nations_member
  maori kurd kurds arab arabs caucasian descent ancestry abstammung herkunft ascendance ascendencia_etnica origine_ethnique
  skin_color skin_colour hautfarbe couleur_de_peau mother_tongue_and_origin country_of_birth place_of_birth asylum_seeker refugee_status
  work_permit work_visa residence_permit aufenthaltstitel aufenthaltserlaubnis arbeitserlaubnis titre_de_sejour permiso_de_residencia
  permesso_di_soggiorno`

const orientation = `
  gay gays lesbian* lesbisch* lesbienne* lesbiana* bisexual* bisexuel* homosexual* homosexuel* homoseksu* omosessual* heterosexual*
  heterosexuel* transgender* transsexual* transsexuel* trans_woman trans_man nonbinary non_binary nicht_binar queer* lgbt* sexual_orientation
  sexuelle_orientierung orientation_sexuelle orientacion_sexual same_sex schwul* pronouns she_her he_him they_them cisgender гей лесби*
  gender gender_identity geschlecht sexe sexo sesso geslacht kjonn weiblich mannlich feminin masculin femenino masculino`

const family = `
  married unmarried divorced widow* widower remarried fiance* engaged_to my_husband my_wife my_spouse my_partner my_boyfriend
  my_girlfriend marital* mother_of father_of mum_of mom_of dad_of parent_of single_mother single_father single_parent single_mom
  my_children my_kids my_son my_daughter my_sons my_daughters my_baby stay_at_home housewife househusband maternity_leave
  paternity_leave parental_leave child_care_leave pregnan* schwanger* enceinte embarazada incinta gravida zwanger gravid
  verheiratet geschieden verwitwet ledig familienstand lediger hausfrau* hausmann elternzeit mutterschutz kindererziehung
  alleinerziehend* mutter_von vater_von meine_kinder mein_mann meine_frau mariee marie_et celibataire divorcee* etat_civil
  situation_familiale mere_de pere_de mes_enfants mon_mari ma_femme conge_maternite conge_parental conge_paternite femme_au_foyer casado
  casada soltero soltera divorciado divorciada viudo viuda estado_civil madre_de padre_de mis_hijos baja_maternal sposato sposata
  celibe nubile divorziato divorziata stato_civile madre_di padre_di mae_de pai_de solteiro solteira getrouwd gehuwd gescheiden
  burgerlijke_staat sivilstand civilstand skilt foreldrepermisjon barselsorlov zamezn* zonaty замужем женат разведен*`

const age = `
  born birthdate* birthday* birth_date birth_year year_of_birth date_of_birth dob years_old year_old yrs_old yo_male yo_female
  years_of_age my_age retiree* pensioner* senior_citizen teenager geboren geb geburts* jahre_alt jahriger jahrige jahrgang
  rentner* ne_le nee_le ne_en nee_en ne_a nee_a naissance ans_revolus retraitee retraite_depuis nacido nacida nacimiento de_edad
  anos_de_idade nato_il nata_il nato_a nata_a nascita nascido nascida nascimento geboortedatum geboortejaar jaar_oud fodt fodd
  fodselsdato fodelse* ar_gammel ar_gammal urodzon* родил* возраст`

const other = `
  my_photo my_picture photo_of_me picture_of_me photo_attached photo_enclosed see_photo see_my_photo bewerbungsfoto* lichtbild passbild
  photo_ci_jointe foto_adjunta blood_type blood_group blutgruppe groupe_sanguin grupo_sanguineo gruppo_sanguigno my_fingerprint*
  my_dna my_iris my_face my_weight my_height criminal_record vorstrafe* vorbestraft casier_judiciaire antecedentes_penales
  convicted my_conviction ex_offender ex_convict hiv_positiv* cancer_survivor* disabled_person severely_disabled`

/** By category, as written. */
export const always = { religion, politics, union, origin, orientation, family, age, other }

/** Conditions. Care workers write them about others, so a sentence that names people in care, and not its author, may keep
 * them. */
export const conditions = `
  disab* disabled handicap* behinder* schwerbehinder* invalid invalidit* discapac* discapacitad* disabilita gehandicap*
  funksjonshem* funktionsned* niepelnospraw* инвалид* wheelchair* rollstuhl* fauteuil_roulant silla_de_ruedas deaf* blind blindness
  gehorlos* schwerhorig* sourd* aveugle* sordo* ciego* hearing_aid* hearing_impair* visually_impair* illness* ill sick sickness
  disease* krank* erkrank* maladie* malade* enferm* malat* doenca* doente* ziek* sykdom* sjuk* chorob* болезн* болен chronic*
  chronisch* chronique* cronic* kronisk* diabet* epilep* cancer* krebs* tumor* tumeur* hiv hepatitis*
  depress* depresi* anxiety_disorder* angststorung* burnout* burn_out bipolar* schizophren* autis* asperger* adhd adhs tdah add_diagnosis
  dyslexi* dyslexie legasthen* ptsd trauma_survivor alcoholic* alkoholi* suchtkrank* toxicoman* drug_abuse rehab multiple_sclerosis
  parkinson* alzheimer* asthma* asthme allerg* arthritis* migraine* migran* stroke schlaganfall* infarct* herzinfarkt* heart_attack*
  heart_condition* pacemaker* amput* paraly* lupus crohn* endometrios* infertil*
  miscarriage* fehlgeburt* mental_health psychische_gesundheit sante_mentale
  salud_mental vaccinat* geimpft impfstatus unvaccinated medical_condition* health_condition* health_problem* health_issue*
  health_reasons gesundheit* raisons_de_sante motivos_de_salud problemas_de_salud my_health sick_leave krankenstand arret_maladie
  baja_medica ziekteverlof sykemeld* sjukskriv* overweight obes* ubergewicht*`

/** Treatments: of the author when the sentence is about him or her, otherwise work. */
export const treatments = `
  surgery operated_on my_operation prosthe* therapy therapie* terapia* psychother* psychiatr* transplant* medication* medikament*
  medicament* medicacion dialys* aids addict* rehab in_recovery my_recovery hospitali* reha insulin* deficien*`

/** People and work that a condition can belong to instead of the author. */
export const careWork = `
  patient* client* klient* resident* bewohner* student* schuler* eleve* pupil* child* kinder* enfant* nino* customer* kunden*
  people_with persons_with adults_with veterans elder* senior* famil* veteran* animal* pet pets livestock herd* crop* plant plants
  cattle tree trees vegetation pesticid* disorder* specimen* diagnos* nurs* pflege* infirmi* enfermer* clinic* klinik* hospital*
  krankenhaus* hopital* medical medizin* medic* doctor* arzt* physician* surgeon* dental dentist* treatment* behandl* therapist*
  research* forschung* trial* laborator* pharma* care caregiv* betreu* soins cuidado* rehabilitation public_health epidemiolog*
  prevent* program* policy policies insur* versicher* claim* benefit* complian* accommodation* accessib* barrierefrei*
  safety hazard* training app software data dataset* equipment device* awareness counsel* social_work* health_care healthcare`

/** Words by which an author writes about himself or herself, in the languages of the other lists. */
export const selfWords = `
  i im i_m me my myself ich mein* mir mich bin je j mon mes suis moi yo mi mis soy tengo estoy padezco io mio mia sono
  eu meu minha sou tenho estou ik mijn ben jeg jag meg mig mitt jestem mam moj* я мой моя мне мною
  suffer* diagnosed_with living_with live_with leide leidet souffre survivor recovered recovering since_birth`

/** Words that make the name of a country or its people a statement about a person. */
export const belonging = `
  citizen* national nationals native natives roots heritage origin* passport* immigrant* emigrant* expat* woman man girl boy
  frau mann femme homme mujer hombre donna uomo mulher homem vrouw kvinne kvinna`

/** Units of an age. */
export const ageUnits = `years yrs yr jahre ans anos anni jaar ar aar lat лет`

/** Words before an age. */
export const ageWords = `age aged alter edad eta idade leeftijd alder wiek лет am im bin`

/** Words with which a clause that ends in an age can begin. */
export const ageStarts = `i im j je ich yo io eu ik jeg jag aged age alter edad eta idade leeftijd alder wiek tengo ho tenho
  female male woman man frau mann femme homme mujer hombre`

/** How countries and their people are named, by ISO 3166-1 alpha-2, as in `always`. Languages of the same name count too:
 * the text of a person from there that names them is withheld, and of anybody who also writes about himself or herself. */
export const demonyms: Record<string, string> = {
  AE: 'emirat* emirati*',
  AF: 'afghan*',
  AR: 'argentin*',
  AT: 'austria* osterreich* autrich* austriac*',
  AU: 'australia*',
  BA: 'bosnia* bosnier* bosniaque*',
  BD: 'bangladesh* bengali*',
  BE: 'belgi* belge* belga*',
  BG: 'bulgar*',
  BR: 'brazil* brasil* bresil*',
  CA: 'canad* kanad*',
  CH: 'swiss switzerland schweiz* suisse* suiz* svizzer* helvet*',
  CL: 'chile*',
  CN: 'chin*',
  CO: 'colombia* kolumbian*',
  CZ: 'czech* tschech* tcheque* checo checa checos checas',
  DE: 'german* deutsch* allemagne allemand* aleman* tedesc* duits* tysk* niemiec*',
  DK: 'danish dane danes denmark danmark dansk* danois* dinamar* danisch*',
  DZ: 'alger*',
  EG: 'egypt* agypt* egipt*',
  ES: 'spain spanish spaniard* spanien spanisch* spanier* espagn* espan* spagn* spansk*',
  ET: 'ethiop* athiop*',
  FI: 'finland finn* finlandais* finnisch*',
  FR: 'france french* frankreich franzos* francais* frances* fransk* frans*',
  GB: 'britain british briton* britisch* brite* england englishman englishwoman scotland scottish scots welsh anglais* ingles* inglese* britannique*',
  GH: 'ghana*',
  GR: 'greece greek* griech* grec* grieg*',
  HR: 'croat* kroat* croac*',
  HU: 'hungar* ungar* hongr*',
  ID: 'indones*',
  IE: 'ireland irish* irisch* irland*',
  IL: 'israel*',
  IN: 'india* indien indisch* indio indiano',
  IQ: 'iraq* irak*',
  IR: 'iran* persian*',
  IT: 'ital*',
  JP: 'japan* japon* giappon*',
  KE: 'kenya* kenian*',
  KR: 'korea* coree coreen* corea*',
  LB: 'leban* liban*',
  MA: 'morocc* marokk* maroc* marroqu*',
  MX: 'mexic* mexik*',
  NG: 'nigeria* igbo yoruba hausa',
  NL: 'netherlands dutch* niederland* hollan* nederland* neerland* olandes*',
  NO: 'norway norweg* norg* norsk* norveg* norueg*',
  PE: 'peru*',
  PH: 'philippin* filipin*',
  PK: 'pakistan*',
  PL: 'poland polish pole poles polen polnisch* pologne polonais* polac* polsk*',
  PT: 'portug*',
  RO: 'romania* rumania* ruman* roumain* roumanie',
  RS: 'serbia* serb serbs serbe* serbisch*',
  RU: 'russ* rusia* ruso rusa rusos',
  SE: 'sweden swede swedes sweden swedish schwed* suede suedois* sueco sueca suecia sverige svensk*',
  SN: 'senegal*',
  SY: 'syria* syrisch* syrer* syrien*',
  TN: 'tunis*',
  TR: 'turk* turc*',
  UA: 'ukrain*',
  US: 'american* usa amerikan* americain* estadounidense*',
  VE: 'venezuel* venezol*',
  VN: 'vietnam*',
  ZA: 'south_africa* sudafrika* sudafric*',
}
