import { fail, type Principal } from '@drawbridge/core'
import { assertNever, isWithin, quotedPath } from '@drawbridge/core/base'
import type { ProcessPlace } from '@drawbridge/core/machine'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'

const scopes = ['session', 'user', 'agent', 'team'] as const
const places = ['host', 'contained', 'bubblewrap', 'docker'] as const

const inputSchema = field.object({
  scope: field
    .enum(scopes)
    .default('session')
    .describe(
      'Whose folder: the one that this session works in; the one that Drawbridge keeps for this user, or for this agent; or that of its team.',
    ),
})

const output = field.object({
  scope: field.enum(scopes),
  path: field.string().describe('Absolute.'),
  kept: field.boolean().describe('True if Drawbridge keeps the folder for one user of one agent.'),
  commands: field.enum(places).describe('Where commands run.'),
})

type FolderFacts = InferOutput<typeof output>

/** The options of `workspaceDir`. */
export interface WorkspaceDirOptions {
  /** Returns the folder below which Drawbridge keeps the folders of agents. Absolute. Called at each use, since lists know no home. */
  readonly agentsFolder: () => string
  /** Returns the folder below which Drawbridge keeps the folders of teams. Absolute. */
  readonly teamsFolder: () => string
}

/**
 * `workspace.dir`: names the real folder that a session works in, and what may be done there. The folder that is kept for an agent and
 * its user is named only if the session works in it: it is closed to any other.
 *
 * Codes: `file_not_found` (there is no such folder).
 */
export function workspaceDir({
  agentsFolder,
  teamsFolder,
}: WorkspaceDirOptions): ToolBody<typeof inputSchema, FolderFacts> {
  return defineToolBody({
    input: inputSchema,
    output,
    targets: () => [{ kind: 'path', path: '.', access: 'list', recursive: false }],
    execute: ({ scope }, context) => {
      const path = context.files.realPath('.')
      const kept = isWithin(agentsFolder(), path)
      const isOfTeam = isWithin(teamsFolder(), path)
      const missing = missingFolder(scope, { kept, isOfTeam }, context.principal)
      if (missing !== undefined) fail('file_not_found', missing)
      return { scope, path, kept, commands: context.processes.place?.kind ?? 'host' }
    },
    toModel: describeFolder,
  })
}

/** Returns why there is no such folder; undefined if there is one. */
function missingFolder(
  scope: FolderFacts['scope'],
  { kept, isOfTeam }: { readonly kept: boolean; readonly isOfTeam: boolean },
  { user, agent }: Principal,
): string | undefined {
  switch (scope) {
    case 'session':
      return undefined
    case 'user':
    case 'agent': {
      const whose = [`the ${scope}`, scope === 'user' ? user : agent].filter((part) => part !== undefined).join(' ')
      return kept ? undefined : `This session does not work in a folder kept for ${whose}. ${instead}`
    }
    case 'team':
      return isOfTeam
        ? undefined
        : `This session does not work in the folder of a team: runs for tasks of a team do. ${instead}`
    default:
      return assertNever(scope)
  }
}

const instead = 'Use scope "session", which names the folder that it works in.'

function describeFolder({ path, kept, commands }: FolderFacts): string {
  return [
    quotedPath(path),
    'Relative paths start here. Files in it can be listed and read, except those that may hold credentials or that a rule denies. The policy decides each change and each command.',
    ...(kept ? ['Drawbridge keeps this folder for this user of this agent.'] : []),
    `Commands run ${commandPlaces[commands]}.`,
  ].join('\n')
}

const commandPlaces: Readonly<Record<ProcessPlace['kind'], string>> = {
  host: 'on this machine',
  contained: 'contained: without network, and without changing files',
  bubblewrap: 'in a sandbox (bubblewrap)',
  docker: 'in a sandbox (a container)',
}
