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
