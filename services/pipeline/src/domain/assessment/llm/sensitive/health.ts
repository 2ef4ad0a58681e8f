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
