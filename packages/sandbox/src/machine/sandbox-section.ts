import { isHostPattern } from '@drawbridge/net/host'
import { z } from 'zod'

const count = z.int().min(1)
const host = z.string().refine(isHostPattern, {
  error: ({ input }) =>
    `${JSON.stringify(input)} is not a host: write "example.com", or "*.example.com" for all below it`,
})

/** Settings that can differ for single agents. */
const forAgents = z.strictObject({
  mode: z
    .enum(['off', 'non-main', 'all'])
    .optional()
    .describe("Whose calls run in a sandbox: nobody's (default), those of every run but the main one, or all."),
  required: z
    .array(z.enum(['fs-read', 'fs-write', 'net', 'pids', 'memory']))
    .readonly()
    .optional()
    .describe('What the sandbox has to hold back. Where it cannot, nothing starts and no call runs. Lists add up.'),
  workspace: z
    .enum(['none', 'read', 'write'])
    .optional()
    .describe('What programs may do in the workspace. Default `write`; in plan mode never more than `read`.'),
  network: z
    .union([
      z.enum(['none', 'host']),
      z.strictObject({
        allow: z.array(host).readonly().describe('Hosts as `example.com`, or `*.example.com`.'),
      }),
    ])
    .optional()
    .describe('What programs may reach: nothing (default), what the machine reaches, or these hosts alone.'),
  memoryMb: z.int().min(16).optional().describe('Memory of all processes together, in MiB, 16 at least.'),
  cpus: z.number().positive().optional().describe("Processors' worth of time; fractions are allowed."),
  processes: count.optional().describe('Processes and threads at a time.'),
  openFiles: z.int().min(16).optional().describe('Open files of each process, 16 at least.'),
})

export const agentSandboxSection = forAgents.describe('What differs for this agent.')

/** Section `sandbox`: where calls run, and behind which wall. */
export const sandboxSection = forAgents
  .extend({
    backend: z.enum(['bubblewrap', 'docker']).optional().describe('What builds the wall. Default `bubblewrap`.'),
    fallback: z
      .literal('host')
      .optional()
      .describe('Lets calls run on this machine without a wall where there is no sandbox. Each says so.'),
    scope: z
      .enum(['session', 'agent', 'shared'])
      .optional()
      .describe('Who shares one sandbox and its /tmp. Default `session`.'),
    image: z.string().min(1).optional().describe('Docker: an image that the engine has. It is never pulled.'),
    socket: z.string().startsWith('/').optional().describe('Docker: the Unix socket of the engine.'),
    idleHours: z
      .number()
      .positive()
      .optional()
      .describe('What nobody used for so long is removed, where it outlives its session. Default 24.'),
  })
  .describe('Where commands run and files are seen from.')

export type AgentSandboxSection = z.output<typeof agentSandboxSection>
export type SandboxSection = z.output<typeof sandboxSection>
