// How letters are usually written in plain Latin ones: German, Scandinavian, Slavic and Turkish letters, and the romanisations of
// Cyrillic and Greek in passports, libraries (ISO 9, BGN/PCGN, ELOT 743) and everyday use. Libraries of transliteration have one
// spelling for each letter; a person uses one of several. "-" is no letter at all.
const TABLE = `
ä a ae; ö o oe; ü u ue; å a aa; ø o oe; æ ae a; œ oe o; ő o oe; ű u ue
đ d dj; ð d dh th; þ th; š s sh; ś s sh; ş s sh; ș s sh; č c ch; ć c ch; ç c ch; ž z zh; ż z zh; ź z zh; ğ g gh; ñ n ny; ň n

а a; б b; в v w ff; г g h gh; ґ g; д d; ђ dj d; ѓ gj g; е e ye ie je; ё e yo io jo o oe; є ye ie je e; ж zh z j; з z; ѕ dz z
и i y; і i; ї i yi ji; й y i j; ј j y i; к k c; л l; љ lj ly l; м m; н n; њ nj ny n; о o; п p; р r; с s; т t; ћ c ch; ќ kj k
у u ou; ў u w; ф f ph; х kh h x ch; ц ts c tz; ч ch c tch tsch; џ dz dzh j; ш sh s sch; щ shch sch sh sht sc
ә a e; ғ g gh; қ k q; ҡ k q; ң n ng; ө o u; ұ u; ү u; һ h; ҷ j ch; ҳ h
ъ - a u; ы y i; ь -; э e ae; ю yu iu ju u ue; я ya ia ja
ий y iy ii ij yi yj yy i; ій iy ii ij yi y i; ый y yy yi yj iy i; ия ia iya ija iia ya ja; ія ia iya ija iia ya ja
ьи i yi ji; ьо o yo io jo; йя ya ia yya iya iia ja
кс x ks cs; дж j dzh dj dz; ндр ndr nder; лл ll l; нн nn n; сс ss s; тт tt t

α a; β v b; γ g y gh; δ d dh; ε e; ζ z; η i e h; θ th t; ι i y j; κ k c; λ l; μ m; ν n; ξ x ks; ο o; π p; ρ r; σ s ss; ς s; τ t
υ y i u hy; φ f ph; χ ch h kh x; ψ ps; ω o
αι ai e ae; ει ei i; οι oi i oe; ου ou u oo; υι yi i ui; αυ av af au; ευ ev ef eu; ηυ iv if
γγ ng gg g; γκ g gk nk ng; γξ nx gx; γχ nch nh gch; μπ b mp mb; ντ d nt nd; τζ tz j dz; γι gi yi y g; λλ ll l; σσ ss s; ππ pp p
ττ tt t; νν nn n; κκ kk k cc; μμ mm m; ρρ rr r; ββ vv v`

/** For each letter, or letters that are read as one, the ways to write them. */
export const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.split(/[;\n]/)
    .map((entry) => entry.trim().split(' '))
    .filter(([letter]) => letter !== '')
    .map(([letter, ...ways]) => [letter!, ways.map((way) => (way === '-' ? '' : way))]),
)
