import { fail, type Principal } from '@drawbridge/core'
import type { TeamFolder } from '@drawbridge/core/agent'
import { isWithin, quotedPath } from '@drawbridge/core/base'
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
  team: field.string().optional().describe('The team. Needed only if you are in several.'),
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
  /** Resolves to the folders of the teams that a caller is in and may use. */
  readonly foldersOf: (caller: Principal) => Promise<readonly TeamFolder[]>
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
  foldersOf,
}: WorkspaceDirOptions): ToolBody<typeof inputSchema, FolderFacts> {
  return defineToolBody({
    input: inputSchema,
    output,
    targets: () => [{ kind: 'path', path: '.', access: 'list', recursive: false }],
    execute: async ({ scope, team }, context) => {
      const path = context.files.realPath('.')
      const commands = context.processes.place?.kind ?? 'host'
      if (scope === 'team') {
        const isThere = team === undefined && isWithin(teamsFolder(), path)
        const folder = isThere ? path : folderOfTeam(await foldersOf(context.principal), team)
        return { scope, path: folder, kept: false, commands }
      }
      const kept = isWithin(agentsFolder(), path)
      if (scope !== 'session' && !kept) fail('file_not_found', notKept(scope, context.principal))
      return { scope, path, kept, commands }
    },
    toModel: describeFolder,
  })
}

/** Returns the folder of the named team, or of the only one. Fails for the model if there is none. */
function folderOfTeam(folders: readonly TeamFolder[], team: string | undefined): string {
  const [found, ...others] = folders.filter((each) => team === undefined || each.team === team)
  const names = folders.map((each) => each.team).join(', ')
  if (found === undefined) {
    const what = team === undefined ? 'You are in no team.' : `You are in no team ${JSON.stringify(team)}.`
    return fail('file_not_found', `${what} ${names === '' ? instead : `Name one with "team": ${names}.`}`)
  }
  if (others.length > 0) fail('file_not_found', `You are in several teams. Name one with "team": ${names}.`)
  return found.folder
}

function notKept(scope: 'user' | 'agent', { user, agent }: Principal): string {
  const whose = [`the ${scope}`, scope === 'user' ? user : agent].filter((part) => part !== undefined).join(' ')
  return `This session does not work in a folder kept for ${whose}. ${instead}`
}

const instead = 'Use scope "session", which names the folder that it works in.'

function describeFolder({ scope, path, kept, commands }: FolderFacts): string {
  return [
    quotedPath(path),
    scope === 'team'
      ? 'The files of the team are in this folder. Write their full paths, unless you work in it already.'
      : 'Relative paths start here.',
    'Files in it can be listed and read, except those that may hold credentials or that a rule denies. The policy decides each change and each command.',
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
