import { joinedWords } from '@jobboard/search-query/tokenise'

// Words of grammar, and words that stand in most postings and careers whatever the occupation: they indicate
// no match. English and French.
const words = `
a about above across after all also although an and any are as at be because been being between both but by can
could did do does during each either etc for from had has have he her him his how i if in including into is it its
may might more most must no nor not of off on once one only or other our out over own per same she should so some
such than that the their them then there these they this those through to too two under until up upon us use used
using via was we well were what when where which while who whom whose will with within without would you your

ability able accept accordance software system systems microsoft according achieve activities additional advance affairs agency agencies announcement
appropriate applicant applicants application applications apply appointment area areas assigned assist assistance
based basic benefits best candidate candidates career client clients combination company complete completed
conditions consider considered consideration contribute current currently daily date day days degree department
description desired determine develop developed developing duties duty e education eligible employee employees
employer employment ensure equal equivalent every example examples exceed experience experienced federal following
full general good government grade great group help high higher hire hiring hours incumbent individual individuals
information internal join job jobs key knowledge least level levels licence license local located location lower
main maintain maintained maintaining major make making manner many meet member members minimum month months national
necessary need needed needs new next non normal number offer office offices open opportunities opportunity
organization organizations part people perform performed performing performs permanent person personnel plus position
positions practices preferred principles procedures process processes program programs project projects provide
provided provides providing public qualification qualifications qualified qualify range receive related relevant
report reports required requirement requirements requires responsibilities responsible resume role section sector
select selected selection series serve service services similar skill skills special specialized specific staff
standard standards state states strong successful successfully support supported supporting tasks team teams time
title training type types union united unit vacancy various week weeks welcome work worked working works year years

au aux avec ce ces cette comme dans de des du elle en est et etre il ils je la le les leur leurs lors mais mes mon
ne nos notre nous on ou par pas plus pour qu que qui sa sans se ses son sont sur tous tout toute toutes un une vos votre
vous ainsi annee annees avoir candidat candidats capacite connaissance connaissances emploi entreprise equipe
experience exigences formation mission missions poste postes profil recherche responsabilites travail travailler`

/** Words that count for no criterion, as `joinedWords` writes them. */
export const stopWords: ReadonlySet<string> = new Set(joinedWords(words))
