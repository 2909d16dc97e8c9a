import { isHostPattern } from '@drawbridge/net/host'
import { z } from 'zod'

const count = z.int().min(1)
const host = z.string().refine(isHostPattern, {
  error: ({ input }) =>
    `${JSON.stringify(input)} is not a host: write "example.com", or "*.example.com" for its subdomains`,
})

/** Settings that can differ for single agents. */
const forAgents = z.strictObject({
  mode: z
    .enum(['off', 'non-main', 'all'])
    .optional()
    .describe('The calls that run in a sandbox: none (default), those of every run except the main one, or all.'),
  required: z
    .array(z.enum(['fs-read', 'fs-write', 'net', 'pids', 'memory']))
    .readonly()
    .optional()
    .describe(
      'The capabilities that the sandbox must enforce. If it cannot, nothing starts and no call runs. Lists add up.',
    ),
  workspace: z
    .enum(['none', 'read', 'write'])
    .optional()
    .describe('The access of programs to the workspace. Default `write`; in plan mode never more than `read`.'),
  network: z
    .union([
      z.enum(['none', 'host']),
      z.strictObject({
        allow: z.array(host).readonly().describe('Hosts such as `example.com`, or `*.example.com`.'),
      }),
    ])
    .optional()
    .describe('The network of programs: none (default), that of the machine, or only these hosts.'),
  memoryMb: z.int().min(16).optional().describe('Memory of all processes together, in MiB, at least 16.'),
  cpus: z.number().positive().optional().describe("Processors' worth of time; fractions are allowed."),
  processes: count.optional().describe('Processes and threads at a time.'),
  openFiles: z.int().min(16).optional().describe('Open files of each process, at least 16.'),
})

/** The schema of the sandbox settings in an agent's record. */
export const agentSandboxSection = forAgents.describe('Settings for this agent.')

/** Section `sandbox`: the place in which calls run, and their isolation. */
export const sandboxSection = forAgents
  .extend({
    backend: z.enum(['bubblewrap', 'docker']).optional().describe('The sandbox implementation. Default `bubblewrap`.'),
    fallback: z
      .literal('host')
      .optional()
      .describe('Lets calls run on this machine if no sandbox is available. Each result says so.'),
    scope: z
      .enum(['session', 'agent', 'shared'])
      .optional()
      .describe('The calls that share one sandbox and its /tmp. Default `session`.'),
    image: z.string().min(1).optional().describe('Docker: an image that the engine has. It is never pulled.'),
    socket: z.string().startsWith('/').optional().describe('Docker: the Unix socket of the engine.'),
    idleHours: z
      .number()
      .positive()
      .optional()
      .describe('Sandboxes that outlive their session are removed after this time without use. Default 24.'),
  })
  .describe('The place where commands run and file tools work.')

/** The sandbox settings of an agent's record, after reading. */
export type AgentSandboxSection = z.output<typeof agentSandboxSection>

/** The section `sandbox` of a configuration, after reading. */
export type SandboxSection = z.output<typeof sandboxSection>
