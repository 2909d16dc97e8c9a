import { type LoadedSection, noSections } from '../room/room-sections.ts'
import { type ConfigDocument, readConfigDocument } from './config-document.ts'
import { configJsonSchema, type SchemaNode } from './config-json-schema.ts'
import { type ConfigProblem, sortProblems } from './config-problem.ts'
import { describeIssue } from './describe-issue.ts'
import { readValue } from './read-value.ts'
import type { Reference, ReferenceSources } from './resolve-references.ts'
import { configSchemaWith, type DrawbridgeConfig } from './sections.ts'

export type ParsedConfig =
  | {
      readonly status: 'parsed'
      readonly config: DrawbridgeConfig
      /** Names secrets by their references, whatever it is given to say. */
      readonly document: ConfigDocument
      /** The values of its secrets. */
      readonly secrets: readonly string[]
    }
  | { readonly status: 'refused'; readonly problems: readonly ConfigProblem[] }

/**
 * Reads the text of one file: JSON with comments and trailing commas, in the shape of the schema. Never throws.
 * @param sections Those of the rooms that there are. `any` takes a section of whatever name.
 */
export function parseConfig(
  file: string,
  text: string,
  sources: ReferenceSources,
  sections: readonly LoadedSection[] | 'any' = noSections,
): ParsedConfig {
  const plain = readConfigDocument(file, text)
  if (plain.syntaxProblems.length > 0) return { status: 'refused', problems: plain.syntaxProblems }
  const { value, problems, secrets } = readValue(plain, sources)
  const document = concealSecrets(plain, secrets)
  const schema = sections === 'any' ? configSchemaWith(noSections).loose() : configSchemaWith(sections)
  const shape = schema.safeParse(value)
  const issues = shape.success
    ? []
    : shape.error.issues
        .flatMap((issue) => describeIssue(issue, value, jsonSchemaOf(sections === 'any' ? noSections : sections)))
        .map(({ path, key, message }) => document.problemAt(document.offsetOf(path, key), message))
  if (!shape.success || problems.length > 0)
    return { status: 'refused', problems: sortProblems([...problems, ...issues]) }
  return { status: 'parsed', config: shape.data, document, secrets: secrets.map((secret) => secret.value) }
}

const jsonSchemas = new WeakMap<readonly LoadedSection[], SchemaNode>()

function jsonSchemaOf(sections: readonly LoadedSection[]): SchemaNode {
  const known = jsonSchemas.get(sections)
  if (known !== undefined) return known
  const made = configJsonSchema(sections)
  jsonSchemas.set(sections, made)
  return made
}

/** The same document, whose problems name secrets by their references: many a message repeats the value that is wrong. */
function concealSecrets(document: ConfigDocument, secrets: readonly Reference[]): ConfigDocument {
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
