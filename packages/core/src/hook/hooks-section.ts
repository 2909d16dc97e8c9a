import { z } from 'zod'

const patterns = z.array(z.string().min(1)).min(1).readonly()

const targetMatcher = z.strictObject({
  kind: z.enum(['path', 'command', 'host', 'session', 'agent', 'server', 'dynamic']).optional(),
  path: z.string().min(1).optional().describe('Pattern over the real path; `*` matches any characters.'),
  program: z.string().min(1).optional().describe('Pattern over the name of the program, without its folder.'),
  host: z.string().min(1).optional().describe("Pattern over the host's name."),
})

const hookEntry = z.strictObject({
  name: z.string().min(1).optional().describe('Shown in decisions. Default: the command or the URL.'),
  event: z
    .enum(['SessionStart', 'PreToolUse', 'PermissionRequest', 'PostToolUse', 'SubagentStart', 'SubagentStop'])
    .describe('PreToolUse and PermissionRequest may stop a call, SubagentStart a child; the others watch.'),
  command: z
    .tuple([z.string().min(1)])
    .rest(z.string())
    .readonly()
    .optional()
    .describe('Program and arguments; no shell reads them. It gets JSON on standard input.'),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Instead of `command`: gets the JSON as a POST. Hosts inside the own network need `network.internal`.'),
  secret: z
    .string()
    .min(16)
    .optional()
    .describe('Signs what is sent to `url` (Standard Webhooks), best given as a reference to a secret. Never shown.'),
  tools: patterns.optional().describe('The tools: names, patterns, `group:NAME`, `tag:NAME`. Default: all.'),
  tags: patterns.optional().describe('Any of these tags.'),
  target: targetMatcher.optional().describe('A target of the call that matches all of it.'),
  timeoutMs: z.int().min(1).max(60_000).optional().describe('Time limit of one run, in milliseconds. Default 10,000.'),
  raw: z.boolean().optional().describe('True if it gets arguments with their secrets. Default false.'),
  trusted: z.boolean().optional().describe('True if it may rewrite inputs. Default false.'),
})

/** A hook has one receiver, and only a URL is sent something that can be signed. */
function checkReceiver({ command, url, secret }: z.output<typeof hookEntry>, context: z.RefinementCtx): void {
  if ((command === undefined) === (url === undefined))
    context.addIssue({ code: 'custom', path: [], message: 'A hook has either a `command` or a `url`.' })
  if (secret !== undefined && url === undefined)
    context.addIssue({ code: 'custom', path: ['secret'], message: 'A `secret` signs what is sent to a `url`.' })
}

/** Section `hooks`: the operator's own checks, in the order in which they run. */
export const hooksSection = z
  .array(hookEntry.superRefine(checkReceiver))
  .readonly()
  .describe('Programs and URLs that are asked before calls, or notified of them.')

/** An entry of the section `hooks`, after reading. */
export type HookEntry = z.output<typeof hookEntry>
