import { z } from 'zod'
import { toolNames } from './tools-section.ts'

const oneOrMore = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.array(schema).min(1).readonly()])

/** The schema of a verdict of a rule. */
export const verdictName = z.enum(['allow', 'ask', 'deny'])

/** The schema of the name of a permission mode. */
export const modeName = z.enum(['default', 'plan', 'accept-edits', 'bypass', 'non-interactive'])
const riskName = z.enum(['safe', 'medium', 'dangerous', 'destructive'])
const accessName = z.enum(['read', 'write', 'delete', 'list'])
const roleName = z.enum(['main', 'orchestrator', 'sub', 'fork', 'worker'])

const inputMatcher = oneOrMore(z.union([z.string(), z.number(), z.boolean(), z.null()]))

const condition = z.strictObject({
  path: oneOrMore(z.string().min(1))
    .optional()
    .describe('Globs over the real path: absolute, below `~/`, or relative to the workspace.'),
  access: oneOrMore(accessName).optional().describe('The access to the path.'),
  command: oneOrMore(z.string().min(1))
    .optional()
    .describe('Leading words of a command: `git push`. One simple command of a line at a time.'),
  host: oneOrMore(z.string().min(1)).optional().describe('A host, or `*.example.com` for its subdomains.'),
  session: oneOrMore(z.string().min(1))
    .optional()
    .describe('Ids of sessions that the call acts on; `*` matches any text.'),
  agent: oneOrMore(z.string().min(1)).optional().describe('Agents that the call acts on; `*` matches any text.'),
  input: z
    .record(z.string().min(1), inputMatcher)
    .optional()
    .describe(
      'Fields of the arguments by dotted name: a text with `*`, a number, true, false, null, or a list of them.',
    ),
  role: oneOrMore(roleName).optional().describe('Role of the caller.'),
  channel: oneOrMore(z.string().min(1)).optional().describe('The channel of the request, such as `cli` or `telegram`.'),
  risk: oneOrMore(riskName).optional().describe('Risk of the call.'),
})

export const permissionRule = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[ -~\u00a1-\u1fff\u3000-\ud7ff]*$/, { error: 'An id is one line of characters that can be seen.' })
    .optional()
    .describe('Shown in decisions. Default: the place of the rule in its list.'),
  tools: z.union([z.string().min(1), toolNames]).describe('The tools, as in the lists of `tools`.'),
  when: condition.optional().describe('All of it must match. Absent: every call of these tools.'),
  then: verdictName,
  reason: z.string().min(1).optional().describe('For the person who is asked and the model that is refused.'),
})

const folders = z.array(z.string().min(1)).readonly()

/** Section `permissions`: what a call may touch. */
export const permissionsSection = z
  .strictObject({
    rules: z.array(permissionRule).readonly().optional().describe('deny before ask before allow, in any order.'),
    mode: modeName.optional(),
    allowBypass: z.boolean().optional().describe('True if a session or `--mode` may choose `bypass`. Default false.'),
    writeRoots: folders
      .optional()
      .describe('Folders other than the workspace that may be read and written. Absolute or below `~/`.'),
    readRoots: folders
      .optional()
      .describe('Folders other than the workspace that may be read. Absolute or below `~/`.'),
    readScope: z
      .enum(['workspace', 'anywhere'])
      .optional()
      .describe(
        'The reach of reads: `workspace` denies all outside it and the roots; `anywhere` leaves them to the policy. Default `workspace` over MCP, otherwise `anywhere`; the stricter of both counts.',
      ),
    temporaryFolder: z
      .boolean()
      .optional()
      .describe("True if the system's folder for temporary files counts as one of `writeRoots`. Default false."),
    sensitive: z
      .array(z.string().min(1))
      .readonly()
      .optional()
      .describe('Globs of further paths with credentials; `!GLOB` excludes paths.'),
  })
  .describe('The permissions of calls.')

/** An agent's permissions: rules, and settings for calls by their risk. */
export const agentPermissions = z.strictObject({
  rules: z.array(permissionRule).readonly().optional(),
  byRisk: z
    .strictObject({
      safe: verdictName.optional(),
      medium: verdictName.optional(),
      dangerous: verdictName.optional(),
      destructive: verdictName.optional(),
    })
    .optional()
    .describe('The verdict on a call of this risk to which no built-in guard objects.'),
})

/** A rule of a policy: the calls that it is about, and the verdict on them. */
export type PermissionRule = z.output<typeof permissionRule>
export type RuleCondition = z.output<typeof condition>
export type PermissionsSection = z.output<typeof permissionsSection>
/** The strictness of a policy: what happens to calls that would ask. */
export type Mode = z.output<typeof modeName>
export type InputMatcher = z.output<typeof inputMatcher>
