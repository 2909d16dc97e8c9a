import {
  anything,
  assertOptions,
  callable,
  flag,
  list,
  number,
  object,
  required,
  text,
  word,
} from '../base/check-options.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'
import type { Sink } from '../flow/sink.ts'
import type { Permission, Risk } from './permission.ts'
import type { ToolDefinition, ToolOrigin } from './tool.ts'

const permission = word<Permission>({ readonly: true, write: true })
const risk = word<Risk>({ safe: true, medium: true, dangerous: true, destructive: true })

/** The check of a list of sinks. */
export const sinksCheck = list(
  object<Sink>({
    pointer: required(text),
    kind: required(
      word<Sink['kind']>({
        recipient: true,
        destination: true,
        object: true,
        code: true,
        amount: true,
        content: true,
      }),
    ),
  }),
)

/** The check of `defineTool`'s argument. */
export const toolDefinitionCheck = object<ToolDefinition>({
  name: required(text),
  description: required(text),
  input: anything,
  output: anything,
  permission: required(permission),
  risk,
  tags: list(text),
  groups: list(text),
  origin: word<ToolOrigin>({ code: true, mcp: true, agent: true, declarative: true, custom: true }),
  profile: word<'strict' | 'open'>({ strict: true, open: true }),
  timeoutMs: number(1),
  resultLimit: object<NonNullable<ToolDefinition['resultLimit']>>({
    bytes: number(1),
    lines: number(1),
    artifact: flag,
  }),
  sinks: sinksCheck,
  replacesContent: callable,
  check: callable,
  targets: callable,
  timeLimit: callable,
  effective: callable,
  reroute: callable,
  parts: callable,
  execute: required(callable),
  toModel: callable,
  metadata: anything,
})

/**
 * Throws `invalid_tool` if a definition has an invalid value: the effect of a misspelled permission would be unknown.
 */
export function checkTool(definition: unknown): void {
  if (typeof definition !== 'object' || definition === null)
    throw new DrawbridgeError('invalid_tool', `A tool must be an object for defineTool, not ${String(definition)}.`)
  const name = 'name' in definition ? definition.name : undefined
  assertOptions(toolDefinitionCheck, definition, `The tool ${JSON.stringify(name) ?? 'without a name'}`, 'invalid_tool')
}
