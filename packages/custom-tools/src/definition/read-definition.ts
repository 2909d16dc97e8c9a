import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { didYouMean, isJsonObject } from '@drawbridge/core/base'
import { openSchema, strictSchema } from '@drawbridge/core/schema'
import type { z } from 'zod'
import { checkRequest } from '../http/check-request.ts'
import { objectionToWord, readShellTemplate } from '../template/read-shell-template.ts'
import { readTemplate } from '../template/read-template.ts'
import { definitionSchema, type ToolDescription } from './definition-schema.ts'

/** A definition that can be used, with the variables that it gave values for; or what is wrong with it. */
export type ReadDefinition =
  | {
      readonly ok: true
      readonly description: ToolDescription
      readonly environment: Readonly<Record<string, string>> | undefined
    }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Reads a definition in any accepted spelling. Every problem names its field and the way out; the values of an environment are in no
 * problem.
 */
export async function readDefinition(given: unknown): Promise<ReadDefinition> {
  if (!isJsonObject(given))
    return refused(['A tool is a JSON object with at least "name", "description" and "command".'])
  const spelt = readSpellings(given)
  if (!spelt.ok) return spelt
  const parsed = definitionSchema.safeParse(spelt.fields)
  if (!parsed.success) return refused(parsed.error.issues.flatMap((issue) => describeIssue(issue)))
  const { env, agent_id, command_type, ...rest } = parsed.data
  const kind = command_type ?? (rest.request !== undefined ? 'http' : rest.args === undefined ? 'shell' : 'exec')
  const tags = kind === 'exec' ? rest.tags : [...new Set([...rest.tags, kind === 'shell' ? 'dangerous' : 'network'])]
  const description: ToolDescription = {
    ...rest,
    tags,
    command_type: kind,
    ...(agent_id === undefined || agent_id === null ? {} : { agent_id }),
  }
  const problems = [...(await checkParameters(description)), ...checkKind(description)]
  return problems.length > 0 ? refused(problems) : { ok: true, description, environment: env }
}

/** @throws DrawbridgeError `invalid_option` with every problem of the definition. */
export async function needDefinition(given: unknown): Promise<Extract<ReadDefinition, { readonly ok: true }>> {
  const read = await readDefinition(given)
  if (read.ok) return read
  throw new DrawbridgeError(
    'invalid_option',
    `The tool cannot be used:\n${read.problems.map((each) => `- ${each}`).join('\n')}`,
  )
}

/** The names of the arguments of a tool. */
export function argumentsOf({ parameters }: Pick<ToolDescription, 'parameters'>): ReadonlySet<string> {
  return new Set(isJsonObject(parameters.properties) ? Object.keys(parameters.properties) : [])
}

async function checkParameters({ parameters, api }: ToolDescription): Promise<readonly string[]> {
  try {
    await (api === undefined ? strictSchema(parameters) : openSchema(parameters))
    return []
  } catch (error) {
    return [`"parameters": ${errorMessage(error)}`]
  }
}

function checkKind(tool: ToolDescription): readonly string[] {
  const { command_type: kind, command, args, request, permission, working_dir: folder, env_allowlist: allowed } = tool
  const known = argumentsOf(tool)
  const problems: string[] = []
  if (folder?.includes('{{') === true)
    problems.push('"working_dir" must not have a placeholder: the model never chooses it.')
  if (new Set(allowed).size < allowed.length) problems.push('"env_allowlist" names a variable twice.')
  if (kind === 'http') {
    if (request === undefined) return [...problems, 'A tool of "command_type": "http" needs "request".']
    if (command !== undefined || args !== undefined) problems.push('"command" and "args" do not go with "request".')
    return [...problems, ...checkRequest(request, known)]
  }
  if (request !== undefined) problems.push('"request" needs "command_type": "http".')
  if (command === undefined) return [...problems, `A tool of "command_type": "${kind}" needs "command".`]
  if (kind === 'shell') {
    if (args !== undefined)
      problems.push('"args" goes with "command_type": "exec" only. Put the arguments into "command".')
    if (permission === 'readonly') problems.push('A shell command must have "permission": "write".')
    const read = readShellTemplate(command, known)
    return read.ok ? problems : [...problems, ...read.problems.map((problem) => `"command": ${problem}`)]
  }
  const program = readTemplate(command, known)
  if (!program.ok) problems.push(...program.problems.map((problem) => `"command": ${problem}`))
  else if (program.parts.some((part) => 'argument' in part))
    problems.push('"command" must not have a placeholder: the model never chooses the program. Use "args".')
  for (const [index, argument] of (args ?? []).entries()) {
    const read = readTemplate(argument, known)
    if (!read.ok) problems.push(...read.problems.map((problem) => `"args[${index}]": ${problem}`))
    const before = [command, ...(args ?? []).slice(0, index)]
    const objection = read.ok && read.parts.some((part) => 'argument' in part) ? objectionToWord(before) : undefined
    if (objection !== undefined) problems.push(`"args[${index}]": its placeholder ${objection}`)
  }
  if ([command, ...(args ?? [])].some((word) => word.includes('\0')))
    problems.push('A word of a command cannot contain NUL.')
  return problems
}

function describeIssue(issue: z.core.$ZodIssue): readonly string[] {
  const place = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 ? Object.keys(definitionSchema.shape) : []
    return issue.keys.map((key) => {
      const name = JSON.stringify(place === '' ? key : `${place}.${key}`)
      return `${name} is not a field of a tool.${didYouMean(key, known)}`
    })
  }
  const message = issue.message.replace(/^Invalid input: /, '')
  return [`${place === '' ? 'The tool' : JSON.stringify(place)}: ${message}`]
}

function refused(problems: readonly string[]): Extract<ReadDefinition, { readonly ok: false }> {
  return { ok: false, problems }
}

/** The other spelling of a field, and how its value becomes that of the written one. */
const spellings: readonly (readonly [other: string, written: string, convert: (value: unknown) => unknown])[] = [
  ['input_schema', 'parameters', (value) => value],
  ['timeout_ms', 'timeout_seconds', (value) => (typeof value === 'number' ? value / 1_000 : value)],
]

/** The fields in the one spelling that is written, or the pairs of which both spellings were given. */
type ReadSpellings =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Puts the fields of a definition into the one spelling. */
function readSpellings(given: Readonly<Record<string, unknown>>): ReadSpellings {
  const problems: string[] = []
  const fields = new Map(Object.entries(given))
  for (const [other, written, convert] of spellings) {
    if (!fields.has(other)) continue
    if (fields.has(written))
      problems.push(`"${other}" and "${written}" are one field in two spellings. Give one of them.`)
    fields.set(written, convert(fields.get(other)))
    fields.delete(other)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, fields: Object.fromEntries(fields) }
}
