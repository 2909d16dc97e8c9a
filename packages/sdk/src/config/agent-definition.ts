import { errorMessage } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import { agentSection } from '@drawbridge/core/configuration'
import type { ConfigPath } from '@drawbridge/core/policy'
import { agentSandboxSection } from '@drawbridge/sandbox/configuration'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import type { ConfigLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'

const elsewhere = 'The section "agents" of the operator\'s file can.'
const narrowing = z.enum(['ask', 'deny'], { error: `A definition can only ask or deny, not allow. ${elsewhere}` })
const { tools, permissions, description, model, dialect, reasoning, limits, delegation, qualityGates } =
  agentSection.shape
const toolFields = tools.unwrap().shape
const permissionFields = permissions.unwrap().shape
const rule = permissionFields.rules.unwrap().unwrap().element
const byRisk = z.strictObject({
  safe: narrowing.optional(),
  medium: narrowing.optional(),
  dangerous: narrowing.optional(),
  destructive: narrowing.optional(),
})

/** The front matter of an AGENT.md. None of its fields widens. */
const definitionSchema = z.strictObject({
  description: description.unwrap(),
  model,
  dialect,
  reasoning,
  limits,
  delegation,
  qualityGates,
  tools: z
    .strictObject({
      profile: toolFields.profile,
      allow: toolFields.allow,
      deny: toolFields.deny,
      alsoAllow: toolFields.alsoAllow,
      suggested: agentSection.shape.suggestedTools,
    })
    .refine(
      ({ alsoAllow, profile, allow }) => alsoAllow === undefined || profile !== undefined || allow !== undefined,
      {
        path: ['alsoAllow'],
        error: `It adds tools to the "profile" or "allow" next to it: name one. ${elsewhere.replace('can.', 'can add others.')}`,
      },
    )
    .optional(),
  sandbox: agentSandboxSection.optional(),
  permissions: z
    .strictObject({
      rules: z
        .array(rule.extend({ then: narrowing }))
        .readonly()
        .optional(),
      byRisk: byRisk.optional(),
    })
    .optional(),
})

/** A definition as it is written: the text of an AGENT.md. */
export interface WrittenDefinition {
  readonly agent: string
  /** The file, or the setting of the database. */
  readonly name: string
  readonly text: string
}

/** The layer that a definition makes, or what is wrong with it. */
export type DefinitionReading =
  | { readonly status: 'read'; readonly layer: ConfigLayer }
  | { readonly status: 'refused'; readonly problems: readonly ConfigProblem[] }

/**
 * Reads the definition of an agent: front matter between two lines `---`, then its prompt. Its layer narrows like that of a project.
 * Never throws for what it holds.
 */
export function readDefinition({ agent, name, text }: WrittenDefinition): DefinitionReading {
  const at = (line: number, message: string, column = 1): ConfigProblem => ({ file: name, line, column, message })
  const parts = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)([\s\S]*)$/m.exec(text)
  if (parts === null || !text.startsWith('---'))
    return { status: 'refused', problems: [at(1, 'A definition begins with front matter between two lines "---".')] }
  const [, front = '', body = ''] = parts
  const lines = new LineCounter()
  const document = parseDocument(front, { lineCounter: lines, schema: 'core' })
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return [line + 1, col] as const
  }
  const placeOf = (path: ConfigPath) => {
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true)
      if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
        return place(Number(node.range[0]))
    }
    return [2, 1] as const
  }
  const problemAt = (path: ConfigPath, message: string) => {
    const [line, column] = placeOf(path)
    return at(line, message, column)
  }
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos: [offset], message }) => {
      const [line, column] = place(offset)
      return at(line, message.split('\n')[0] ?? message, column)
    })
    return { status: 'refused', problems }
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 10 })
  } catch (error) {
    return { status: 'refused', problems: [at(2, errorMessage(error))] }
  }
  const shape = definitionSchema.safeParse(value ?? {})
  if (!shape.success) return { status: 'refused', problems: shape.error.issues.map((issue) => problemOf(issue)) }
  const { tools: lists, ...record } = shape.data
  const { suggested, ...own } = lists ?? {}
  const prompt = body.trim()
  const section = {
    ...record,
    ...(prompt === '' ? {} : { prompt }),
    ...(suggested === undefined ? {} : { suggestedTools: suggested }),
    ...(lists === undefined ? {} : { tools: own }),
  }
  const layer: ConfigLayer = {
    kind: 'project',
    isDefinition: true,
    name,
    config: { agents: { [agent]: section } },
    secrets: [],
    problem: (path, message) => problemAt(writtenPath(path), message),
    source: (path) => `${name}:${path[2] === 'prompt' ? front.split('\n').length + 2 : placeOf(writtenPath(path))[0]}`,
  }
  return { status: 'read', layer }

  function problemOf(issue: z.core.$ZodIssue): ConfigProblem {
    const path = issue.path.filter((key) => typeof key !== 'symbol')
    if (issue.code !== 'unrecognized_keys')
      return problemAt(path, `${path.length === 0 ? 'The front matter' : `"${path.join('.')}"`}: ${issue.message}`)
    const [key = ''] = issue.keys
    const known = fieldsAt(path)
    return problemAt(
      [...path, key],
      `"${[...path, key].join('.')}" is not a field of a definition.${didYouMean(key, known)}${known.length === 0 ? '' : ` Fields: ${known.join(', ')}.`}`,
    )
  }
}

/** Returns the fields that the front matter may have at a path; none if the path is below those that are checked here. */
function fieldsAt(path: ConfigPath): readonly string[] {
  const { shape } = definitionSchema
  if (path.length === 0) return Object.keys(shape)
  if (path.length > 1) return []
  if (path[0] === 'tools') return Object.keys(shape.tools.unwrap().shape)
  if (path[0] === 'sandbox') return Object.keys(agentSandboxSection.shape)
  if (path[0] === 'permissions') return Object.keys(shape.permissions.unwrap().shape)
  return path[0] === 'limits' ? Object.keys(limits.unwrap().shape) : []
}

/** Returns the place in the front matter of a value in the layer. */
function writtenPath([, , ...rest]: ConfigPath): ConfigPath {
  return rest[0] === 'suggestedTools' ? ['tools', 'suggested', ...rest.slice(1)] : rest
}
