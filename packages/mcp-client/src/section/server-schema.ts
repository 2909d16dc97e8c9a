import { isHostPattern } from '@drawbridge/net/host'
import { z } from 'zod'
import { authSchema } from './auth-schema.ts'

/** The longest limit of a call that can be set. */
export const longestCallSeconds = 7_200

const seconds = (most: number) => z.number().positive().max(most).optional()
const words = z.array(z.string().min(1)).optional()
const texts = z.record(z.string().min(1), z.string()).optional()

const timeouts = z
  .strictObject({
    startSeconds: seconds(600).describe('The time to start and answer the first request. Default 30.'),
    callSeconds: seconds(3600).describe('The time without a sign of progress after which a call ends. Default 60.'),
    maxCallSeconds: seconds(longestCallSeconds).describe(
      'The longest time of one call, however much progress it reports. Default 600.',
    ),
  })
  .describe('Time limits of the server.')

const paths = z.array(z.string().startsWith('/')).optional()
const count = z.int().min(1).optional()

const sandbox = z
  .strictObject({
    read: paths.describe('Further files and folders that it can read. Absolute.'),
    write: paths.describe('Files and folders that it can read and write. Absolute.'),
    network: z
      .union([
        z.enum(['none', 'host']),
        z.strictObject({
          allow: z.array(
            z.string().refine(isHostPattern, { error: 'Write "example.com", or "*.example.com" for its subdomains.' }),
          ),
        }),
      ])
      .optional()
      .describe('Its network: none (default), that of the machine, or only these hosts.'),
    memoryMb: z.int().min(16).optional().describe('Memory of all its processes together, in MiB, at least 16.'),
    cpus: z.number().positive().optional().describe("Processors' worth of time; fractions are allowed."),
    processes: count.describe('Processes and threads at a time.'),
    openFiles: z.int().min(16).optional().describe('Open files of each process, at least 16.'),
  })
  .describe(
    'Runs the program of the server in a sandbox of its own. It sees the programs of the machine and what is listed here, but not the data folder nor the home of the user. `{}` is the narrowest.',
  )

const sampling = z
  .strictObject({
    maxTokens: z
      .int()
      .min(1)
      .max(32_000)
      .optional()
      .describe('The longest answer in tokens, whatever the server asks for. Default 1000.'),
    perMinute: z
      .int()
      .min(1)
      .max(60)
      .optional()
      .describe('Requests in one minute, over all connections to the server. Default 6.'),
  })
  .describe(
    'Lets the server ask the small model of the configuration during a call, if the person behind the call agrees each time. Default: no server can.',
  )

const toolPrefix = z
  .string()
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
  .max(24)

/** The settings of a server that differ for one agent. */
export const agentSettingsSchema = z.strictObject({
  env: texts.describe('Variables of the program, in addition to its own or in place of them.'),
  headers: texts.describe('Headers of every request, in addition to its own or in place of them.'),
  timeouts: timeouts.optional(),
  toolPrefix: toolPrefix.optional().describe('The beginning of the names under which this agent sees its tools.'),
})

/** The record of one MCP server in the configuration. */
export const serverSchema = z.strictObject({
  command: z.string().min(1).optional().describe('The program of a server that speaks over standard input and output.'),
  args: z.array(z.string()).optional().describe('Its arguments. No shell reads them.'),
  env: texts.describe(`Variables added to its minimal environment. Write secrets as \${secret:NAME}.`),
  cwd: z
    .string()
    .startsWith('/')
    .optional()
    .describe('The folder that it runs in, absolute. Default: the data folder, or in a sandbox a folder of its own.'),
  sandbox: sandbox.optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The address of a server that speaks over HTTP.'),
  transport: z
    .enum(['stdio', 'http', 'sse'])
    .optional()
    .describe('Default: `stdio` for a command, `http` (streamable) for an address. `sse` is the older way over HTTP.'),
  era: z
    .enum(['auto', 'legacy', 'modern'])
    .optional()
    .describe(
      'The revision of the protocol: up to 2025-11-25, from 2026-07-28 on, or whichever the server speaks (default).',
    ),
  sharing: z
    .enum(['session', 'user', 'process'])
    .optional()
    .describe('The callers that share one connection. Default: `session` for a command, `user` for an address.'),
  headers: texts.describe(`Headers of every request. Write secrets as \${secret:NAME}.`),
  auth: authSchema.optional(),
  toolPrefix: toolPrefix
    .optional()
    .describe(
      'The beginning of the names under which models see its tools: `gh` for `gh__create_issue`. Rules and records use the canonical names all the same.',
    ),
  network: z
    .boolean()
    .optional()
    .describe('Marks its tools as tools that reach the network. Default: true for an address.'),
  trustAnnotations: z
    .boolean()
    .optional()
    .describe('Believes the server that a tool only reads, if it says so. Default: every tool may write.'),
  toolAllow: words.describe(
    'Offers only these tools, by the names that the server gives them. Default: all. Empty: none.',
  ),
  toolDeny: words.describe('Never offers these tools, by the names that the server gives them.'),
  requireUserGrant: z
    .boolean()
    .optional()
    .describe('Lets only users who were granted the server use it. Default false.'),
  requireAgentGrant: z
    .boolean()
    .optional()
    .describe('Lets only agents that were granted the server use it. Default false: every agent.'),
  enabled: z.boolean().optional().describe('False switches the server off.'),
  required: z
    .boolean()
    .optional()
    .describe('Waits for the server at the start. Default: its tools come when it has started.'),
  timeouts: timeouts.optional(),
  sampling: sampling.optional(),
  agents: z
    .record(z.string().min(1), agentSettingsSchema)
    .optional()
    .describe(
      'Settings that apply to one agent alone, by its id. With variables, headers or time limits the agent has connections of its own, which nobody shares.',
    ),
})

/** The settings of a server that differ for one agent, by its entry in the configuration or by its grant. */
export type AgentSettings = z.output<typeof agentSettingsSchema>

/** One MCP server as the configuration describes it. */
export type ServerDefinition = z.output<typeof serverSchema>
