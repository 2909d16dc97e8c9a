const maximumDocuments = 2_000
const maximumNesting = 100

/**
 * Returns the offset from which the parser would need quadratic time: many unclosed here-documents, nested expansions.
 * The text before it is still parsed; `undefined` for an ordinary text.
 */
export function findParseLimit(text: string): { readonly end: number; readonly why: string } | undefined {
  let documents = 0
  let nesting = 0
  for (let at = 0; at < text.length - 1; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lessThan && text.charCodeAt(at + 1) === lessThan) {
      documents += 1
      if (documents > maximumDocuments)
        return { end: at, why: `the text has more than ${maximumDocuments} here-documents` }
      at += 1
    } else if (code === dollar && text.charCodeAt(at + 1) === openBrace) {
      nesting += 1
      if (nesting > maximumNesting) return { end: at, why: `expansions are nested more than ${maximumNesting} deep` }
    } else if (code === closeBrace && nesting > 0) nesting -= 1
  }
  return undefined
}

const lessThan = 0x3c
const dollar = 0x24
const openBrace = 0x7b
const closeBrace = 0x7d
