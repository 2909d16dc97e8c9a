import type { ConfigDocument } from './config-document.ts'
import type { Reference } from './resolve-references.ts'

/** The same document, whose problems name secrets by their references: many a message repeats the value that is wrong. */
export function concealSecrets(document: ConfigDocument, secrets: readonly Reference[]): ConfigDocument {
  if (secrets.length === 0) return document
  const spellings = secrets
    .flatMap(({ value, reference }) => [
      { value, reference },
      { value: JSON.stringify(value).slice(1, -1), reference },
    ])
    .sort((left, right) => right.value.length - left.value.length)
  const conceal = (message: string) =>
    spellings.reduce((text, { value, reference }) => text.replaceAll(value, () => reference), message)
  return { ...document, problemAt: (offset, message) => document.problemAt(offset, conceal(message)) }
}
