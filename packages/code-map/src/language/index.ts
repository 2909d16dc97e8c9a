import { cLanguages, csharp, java } from './compiled.ts'
import { bash, php, ruby } from './dynamic.ts'
import { go } from './go.ts'
import type { Language } from './language.ts'
import { python } from './python.ts'
import { rust } from './rust.ts'
import { scriptLanguages } from './script.ts'

export { type Language, type Reach, type SymbolKind, symbolKinds } from './language.ts'

const languages: readonly Language[] = [
  ...scriptLanguages,
  python,
  go,
  rust,
  java,
  ...cLanguages,
  csharp,
  ruby,
  php,
  bash,
]

const byId = new Map(languages.map((language) => [language.id, language]))

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
)

/** Returns the language of a file by the ending of its name; undefined if it is none of ours. */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? byExtension.get(path.slice(dot + 1).toLowerCase()) : undefined
}

/** @throws Error for an id that no language has. */
export function languageWithId(id: string): Language {
  const language = byId.get(id)
  if (language === undefined) throw new Error(`No language is called "${id}".`)
  return language
}
