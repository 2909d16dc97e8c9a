import { type ConfigDocument, readConfigDocument } from './config-document.ts'
import { configJsonSchema, type SchemaNode } from './config-json-schema.ts'
import { type ConfigProblem, sortProblems } from './config-problem.ts'
import { describeIssue } from './describe-issue.ts'
import { type ReadOptions, readValue } from './read-value.ts'
import { configSchema, type DrawbridgeConfig } from './sections.ts'

export type ParsedConfig =
  | { readonly status: 'parsed'; readonly config: DrawbridgeConfig; readonly document: ConfigDocument }
  | { readonly status: 'refused'; readonly problems: readonly ConfigProblem[] }

/** Reads the text of one file: JSON with comments and trailing commas, in the shape of the schema. Never throws. */
export function parseConfig(file: string, text: string, options: ReadOptions): ParsedConfig {
  const document = readConfigDocument(file, text)
  if (document.syntaxProblems.length > 0) return { status: 'refused', problems: document.syntaxProblems }
  const { value, problems } = readValue(document, options)
  const shape = configSchema.safeParse(value)
  const issues = shape.success
    ? []
    : shape.error.issues
        .flatMap((issue) => describeIssue(issue, value, publishedSchema()))
        .map(({ path, key, message }) => document.problemAt(document.offsetOf(path, key), message))
  if (!shape.success || problems.length > 0)
    return { status: 'refused', problems: sortProblems([...problems, ...issues]) }
  return { status: 'parsed', config: shape.data, document }
}

let published: SchemaNode | undefined

function publishedSchema(): SchemaNode {
  published ??= configJsonSchema()
  return published
}
