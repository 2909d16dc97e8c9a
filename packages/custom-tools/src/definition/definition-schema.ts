import { sinkKinds } from '@drawbridge/core/flow'
import { z } from 'zod'

const json: z.ZodType<unknown> = z.json()
const text = z.string().max(65_536)
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'is not the name of an environment variable')
const bytes = z
  .int()
  .min(1)
  .max(16 * 1024 * 1024)
/** The name of a header of HTTP. */
export const headerPattern = /^[!#$%&'*+.^_`|~A-Za-z0-9-]{1,100}$/
const headerName = z.string().regex(headerPattern, 'is not the name of a header')

/** The name of a tool below `custom.` and `local.`. */
const toolName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'must begin with a small letter and go on with up to 63 of a-z, 0-9, "_" and "-"')

/** The id of an agent, as it is in the names of its own tools. */
const agentName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,47}$/, 'must be the id of an agent')

const style = z.enum(['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'])

const parameter = z.strictObject({
  argument: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  style,
  explode: z.boolean(),
  allow_reserved: z.boolean().optional(),
  /** The value is sent as JSON. */
  as_json: z.boolean().optional(),
})

/** The way in which a member of a form, or of a body in parts, is sent. */
const memberEncoding = z.strictObject({
  style: style.optional(),
  explode: z.boolean().optional(),
  allow_reserved: z.boolean().optional(),
  /** The media type of its part. */
  content_type: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+(?:; *charset=[\w-]+)?$/, 'is not a media type')
    .optional(),
})

const body = z.strictObject({
  /** The argument that is the body. */
  argument: z.string().min(1).max(200),
  type: z.enum(['json', 'form', 'multipart', 'text']),
  media_type: z
    .string()
    .max(200)
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w-]+=(?:[\w.+/-]+|"[\w .+/:-]*"))*$/, 'is not a media type'),
  /** By member. Default: objects as JSON, lists one by one, all else as text. */
  encoding: z.record(z.string().max(200), memberEncoding).optional(),
})

const credential = z.union([
  z.strictObject({ in: z.enum(['header', 'cookie']), name: headerName, value: text }),
  z.strictObject({ in: z.literal('query'), name: z.string().min(1).max(200), value: text }),
  z.strictObject({ basic: z.strictObject({ username: variable, password: variable }) }),
])

const request = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
  url: z.string().min(1).max(4_096),
  headers: z.record(headerName, text).optional(),
  query: z.record(z.string().min(1).max(200), text).optional(),
  json: json.optional(),
  form: z.record(z.string().min(1).max(200), text).optional(),
  text: text.optional(),
  parameters: z.array(parameter).max(200).readonly().optional(),
  body: body.optional(),
  credentials: z.array(credential).max(10).readonly().optional(),
})

/** The fields of a tool as they are written. A file or a command may use the other spellings of `spellings` too. */
export const definitionSchema = z.strictObject({
  name: toolName,
  description: z.string().trim().min(1).max(8_192),
  parameters: z.record(z.string(), z.unknown()).default({ type: 'object', properties: {} }),
  permission: z.enum(['readonly', 'write']).default('write'),
  tags: z
    .array(z.string().regex(/^[a-z][a-z0-9_:-]{0,39}$/, 'is not a tag'))
    .max(20)
    .readonly()
    .default([]),
  sinks: z
    .array(
      z.strictObject({ pointer: z.string().regex(/^(?:\/.*)?$/, 'is not a JSON pointer'), kind: z.enum(sinkKinds) }),
    )
    .max(100)
    .readonly()
    .optional(),
  command_type: z.enum(['exec', 'shell', 'http']).optional(),
  command: z.string().min(1).max(65_536).optional(),
  args: z.array(text).max(500).readonly().optional(),
  request: request.optional(),
  working_dir: z.string().min(1).max(4_096).optional(),
  env: z.record(variable, z.string().max(65_536)).optional(),
  env_allowlist: z.array(variable).max(50).readonly().default([]),
  timeout_seconds: z.number().min(0.001).max(86_400).default(60),
  stdout_limit_bytes: bytes.default(1_048_576),
  stderr_limit_bytes: bytes.default(1_048_576),
  agent_id: agentName.nullish(),
  enabled: z.boolean().default(true),
  /** The import that it came from; its tools share an environment. */
  api: toolName.optional(),
})

/** A request as a definition describes it. */
export type RequestDefinition = z.output<typeof request>
/** One parameter of a described request. */
export type RequestParameter = z.output<typeof parameter>
/** The ways in which the members of a body are sent, by member. */
export type BodyEncoding = NonNullable<z.output<typeof body>['encoding']>
/** A credential of a request, by reference to variables of its environment. */
export type RequestCredential = z.output<typeof credential>

type Written = z.output<typeof definitionSchema>

/** A checked definition. The values of its environment are elsewhere. */
export interface ToolDescription extends Omit<Written, 'env' | 'agent_id' | 'command_type'> {
  readonly command_type: 'exec' | 'shell' | 'http'
  readonly agent_id?: string | undefined
}
