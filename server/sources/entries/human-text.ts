// Which values of a block are texts for readers, and which are ids, dates, colours, numbers and settings.

/** A token has no spaces, and no letters beyond ASCII. */
const token = /^[\x21-\x7e]*$/
/** `Starter`, `Why?`, `Read-only`. */
const word = /^[A-Z][a-z]+(?:[-/][A-Za-z][a-z]+)*[.:!?]?$/
/** `$199/month`, `€49.90`, `+20%`. */
const amount = /^(?:[$£][\d.,]+(?:\/[a-z]+)?|[+-]?[\d.,]+%)$/
/** Settings have few words, or begin small: `Top left`, `btn btn-primary btn-lg`. */
const sentence = /^[A-Z]\S*\s+\S+\s+\S|\p{Script=Han}/u
/** Fields that the system itself writes; they are not reported. */
export const ofSystem =
  /^(?:id|documentId|__component|component|collection|locale|localizations|mime|created_?\w*|updated_?\w*|published_?\w*|date_\w+|user_\w+|\w+_id)$/i
/** Fields of editors that are never a text. */
const technical =
  /^(?:styles?|class|class_?names?|css|variant|layout|colou?rs?|background(?:_?colou?r)?|icon|anchor|key|slug|sign|sort|order|alt)$/i

export const mail = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}$/

/** Texts in several words or beyond ASCII, capitalised words, prices and shares. */
export function isHuman(text: string): boolean {
  return text.trim() !== '' && (!token.test(text) || word.test(text) || amount.test(text))
}

/** Whether the value of a field that is called like a setting is a text: a place, a position, a target of people. */
export function isSentence(name: string, text: string): boolean {
  return !ofSystem.test(name) && !technical.test(name) && sentence.test(text.trim())
}
